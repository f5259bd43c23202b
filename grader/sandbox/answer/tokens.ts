import { parse } from "sucrase/dist/parser/index.js";
import { AnswerRefused } from "./answer-error.ts";

/** One token of a TypeScript text; comments and white space are what lies between tokens. */
export interface Token {
  readonly text: string;
  /** Offset of its first character. */
  readonly start: number;
  /** Offset behind its last character. */
  readonly end: number;
}

/** @throws AnswerRefused, with line and column, for a text that is not TypeScript. */
export function tokenize(source: string): Token[] {
  return orDoesNotParse(() => parse(source, false, true, false)).tokens.map(({ start, end }) => ({
    text: source.slice(start, end),
    start,
    end,
  }));
}

/** Runs a step of Sucrase; its syntax errors become refusals of the answer. */
export function orDoesNotParse<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof RangeError) {
      throw new AnswerRefused({
        kind: "does-not-parse",
        message: "The file is nested too deeply to be read: unfold some of its brackets.",
      });
    }
    throw doesNotParse(error);
  }
}

function doesNotParse(error: unknown): AnswerRefused {
  const { message, loc } = error as { message: string; loc?: { line: number; column: number } };
  const complaint = message
    .replace(/ \(\d+:\d+\)$/, "")
    .replace(/^Error transforming [^:]*: /, "")
    .toLowerCase();
  return new AnswerRefused({
    kind: "does-not-parse",
    message: `The file is not valid TypeScript: ${complaint}.`,
    ...(loc === undefined ? {} : { line: loc.line, column: loc.column }),
  });
}
