/** A line of code on a card that asks which line is wrong. */
export interface CodeLine {
  readonly code: string;
  /** Why the line is wrong, or why it is not; may contain `code` between backticks. */
  readonly why?: string;
  readonly wrong?: boolean;
}

/**
 * The lines of a card; a string is a line without a reason.
 *
 * @throws RangeError when no line is wrong, or a wrong line has no reason
 */
export function codeLines(lines: readonly (string | CodeLine)[]): CodeLine[] {
  const all = lines.map((line) => (typeof line === "string" ? { code: line } : line));
  if (!all.some(({ wrong }) => wrong)) throw new RangeError("no line of the card is marked wrong");
  const unexplained = all.find(({ wrong, why }) => wrong && !why);
  if (unexplained) throw new RangeError(`the card does not say why this line is wrong: ${unexplained.code.trim()}`);
  return all;
}

/** Numbers of the wrong lines, counted from 1: "Line 3", "Lines 3 and 5". */
export function wrongLineName(lines: readonly CodeLine[]): string {
  const numbers = lines.flatMap(({ wrong }, i) => (wrong ? [i + 1] : []));
  return `${numbers.length === 1 ? "Line" : "Lines"} ${new Intl.ListFormat("en-GB").format(numbers.map(String))}`;
}
