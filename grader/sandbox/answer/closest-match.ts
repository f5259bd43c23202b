import { distance } from "fastest-levenshtein";

/** How many letters to insert, delete or replace to get from one string to the other. */
export { distance as editDistance };

/** The name that was probably meant: the same except for upper and lower case, or at most two letters away. */
export function closestMatch(wanted: string, names: readonly string[]): string | undefined {
  const sameLetters = names.find((name) => name.toLowerCase() === wanted.toLowerCase());
  return sameLetters ?? names.find((name) => distance(name, wanted) <= Math.min(2, wanted.length - 2));
}
