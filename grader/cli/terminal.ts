import { printable } from "#classroom/reports/captions.ts";

/**
 * A text that may come from outside, an answer's message or a student's id for example, made safe for a terminal: characters that move the
 * cursor or change the direction of text are spelled out, and no line is a command to the workflows of GitHub Actions (`::error::`,
 * `##[…]`).
 */
export function terminalText(text: string): string {
  return printable(text)
    .replaceAll(/^(\s*)::/gm, "$1⟨::⟩")
    .replaceAll("##[", "#⟨#⟩[");
}

/** The same on one line: a text from outside cannot pretend to be a line of ours. */
export const oneLine = (text: string): string => terminalText(text.replaceAll(/\s+/g, " ")).trim();

/** Writes to standard output. */
export const say = (text: string): void => void process.stdout.write(terminalText(text));

/** Writes to standard error. */
export const warn = (text: string): void => void process.stderr.write(terminalText(text));

/**
 * Writes JSON to standard output, as it is for a program: characters that a terminal would act on become JSON escapes, which mean the same.
 *
 * @returns whether the stream takes more at once
 */
export const sayJson = (json: string): boolean => process.stdout.write(terminalJson(json));

/** @param json characters that need an escape occur in its strings only, as `JSON.stringify` makes it */
export const terminalJson = (json: string): string =>
  json.replaceAll(UNPRINTABLE_IN_JSON, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The unprintable signs of `printable` that `JSON.stringify` leaves as they are. */
const UNPRINTABLE_IN_JSON = /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/g;
