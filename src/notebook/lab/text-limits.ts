import { count } from "#pictures/format.ts";

/** The most characters of a text that the lab opens. */
export const LONGEST_SOURCE = 200_000;

/** The most characters of a line of it: laying out and colouring one line of thousands of statements keeps a page busy for seconds. */
export const LONGEST_LINE = 2000;

/** What keeps a text from being opened: "Line 3 has 56,000 characters …"; undefined for one that can be. */
export function limitProblem(text: string): string | undefined {
  if (text.length > LONGEST_SOURCE) return `The text has ${count(text.length)} characters; the lab takes ${count(LONGEST_SOURCE)} at most.`;
  let line = 1;
  let start = 0;
  for (; start <= text.length; line++) {
    const end = text.indexOf("\n", start);
    const length = (end < 0 ? text.length : end) - start;
    if (length > LONGEST_LINE) {
      return `Line ${count(line)} has ${count(length)} characters; the lab takes lines of ${count(LONGEST_LINE)} at most. Break it into several, one statement on each.`;
    }
    if (end < 0) return undefined;
    start = end + 1;
  }
  return undefined;
}
