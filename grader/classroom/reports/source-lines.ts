import { printable } from "./words.ts";

/** Much more is not written by hand, and nobody reads it. */
const SHOWN_LINES = 400;
const SHOWN_CHARACTERS = 40_000;

/** A source as it is shown. */
export interface SourceLines {
  readonly lines: readonly string[];
  /** Says that not all of it is shown; undefined where all of it is. */
  readonly cut?: string;
}

/** The lines of a source, printable, as far as they are shown. */
export function sourceLines(source: string): SourceLines {
  const lines = printable(source.slice(0, SHOWN_CHARACTERS)).replace(/\n+$/, "").split("\n");
  const isCut = source.length > SHOWN_CHARACTERS || lines.length > SHOWN_LINES;
  const shown = lines.slice(0, SHOWN_LINES);
  return isCut ? { lines: shown, cut: `The answer has ${source.length} characters; only its beginning is shown.` } : { lines: shown };
}
