/** The beginning of a text that is shown and nothing else. */
export interface InertText {
  readonly text: string;
  /** Whether there is more of it. */
  readonly isCut: boolean;
}

const MOST_LINES = 60;
const LONGEST_LINE = 240;

/**
 * What a link holds that the lab does not open, as text to look at: its source, if it has one, else its JSON. Characters that are not seen,
 * or turn the direction of what follows them, are written as numbers.
 *
 * @returns undefined where the link held nothing that could be read
 */
export function inertText(shared: unknown): InertText | undefined {
  if (shared === undefined) return undefined;
  const source = typeof shared === "object" && shared !== null && "source" in shared ? shared.source : undefined;
  const whole = typeof source === "string" ? source : JSON.stringify(shared, null, 2);
  const lines = whole.slice(0, MOST_LINES * (LONGEST_LINE + 1)).split("\n", MOST_LINES + 1);
  const shown = lines.slice(0, MOST_LINES).map((line) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line));
  return { text: shown.map(visible).join("\n"), isCut: shown.join("\n").length < whole.length || shown.some((line) => line.endsWith("…")) };
}

function visible(line: string): string {
  return line.replaceAll(/[^\P{C}\t]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}
