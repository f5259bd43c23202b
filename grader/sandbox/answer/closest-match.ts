/** The name that was probably meant: the same but for upper and lower case, or at most two letters away. */
export function closestMatch(wanted: string, names: readonly string[]): string | undefined {
  const sameLetters = names.find((name) => name.toLowerCase() === wanted.toLowerCase());
  return sameLetters ?? names.find((name) => editDistance(name, wanted) <= Math.min(2, wanted.length - 2));
}

/** Letters to insert, delete or replace to turn one word into the other. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
