import { printable } from "#classroom/reports/captions.ts";

/**
 * A text that may come from outside, an answer's message or a student's id for example, as a terminal may show it: signs that move the
 * cursor or turn the direction of text are spelled out, and no line is a command to the workflows of GitHub Actions (`::error::`, `##[…]`).
 */
export function terminalText(text: string): string {
  return printable(text)
    .replaceAll(/^(\s*)::/gm, "$1⟨::⟩")
    .replaceAll("##[", "#⟨#⟩[");
}

/** The same on one line: what comes from outside cannot pretend to be a line of ours. */
export const oneLine = (text: string): string => terminalText(text.replaceAll(/\s+/g, " ")).trim();

/** Writes to standard output. */
export const say = (text: string): void => void process.stdout.write(terminalText(text));

/** Writes to standard error. */
export const warn = (text: string): void => void process.stderr.write(terminalText(text));
