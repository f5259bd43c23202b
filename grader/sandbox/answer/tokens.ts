import { parse, type ParsedFile } from "sucrase/dist/parser/index.js";
import { AnswerRefused } from "./answer-error.ts";

/** One token of a TypeScript text; comments and white space are between tokens. */
export interface Token {
  readonly text: string;
  /** Offset of its first character. */
  readonly start: number;
  /** Offset after its last character. */
  readonly end: number;
}

/** @throws AnswerRefused, with line and column, for a text that is not TypeScript. */
export function tokenize(source: string): Token[] {
  return parseSource(source).tokens.map(({ start, end }) => ({ text: source.slice(start, end), start, end }));
}

/** @throws AnswerRefused, with line and column, for a text that is not TypeScript. */
export function parseSource(source: string): ParsedFile {
  return orDoesNotParse(() => parse(withoutHeader(source), false, true, false));
}

/** A byte order mark and a first line "#!…" are for other programs: they become blanks. */
function withoutHeader(source: string): string {
  return source.replace(/^\uFEFF/, " ").replace(/^ ?#!.*/, (line) => " ".repeat(line.length));
}

/**
 * Runs a step of a parser; its syntax errors become refusals of the answer.
 *
 * @param isLineOnly whether the parsed text has the lines of the answer, but not its columns
 */
export function orDoesNotParse<T>(step: () => T, { isLineOnly = false } = {}): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof RangeError) {
      throw new AnswerRefused({
        kind: "does-not-parse",
        message: "The file is nested too deeply to be read: unfold some of its brackets.",
      });
    }
    throw doesNotParse(error, isLineOnly);
  }
}

function doesNotParse(error: unknown, isLineOnly: boolean): AnswerRefused {
  const { message, loc } = error as { message: string; loc?: { line: number; column: number } };
  const complaint = message
    .replace(/ \(\d+:\d+\)$/, "")
    .replace(/^Error transforming [^:]*: /, "")
    .toLowerCase();
  return new AnswerRefused({
    kind: "does-not-parse",
    message: `The file is not valid TypeScript: ${complaint}.`,
    ...(loc && { line: loc.line, ...(!isLineOnly && { column: loc.column }) }),
  });
}

/** A position in a text, as editors number it: both from 1. */
export interface SourcePosition {
  readonly line: number;
  readonly column: number;
}

export function sourcePosition(source: string, offset: number): SourcePosition {
  const before = source.slice(0, offset);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - lineStart + 1 };
}

/**
 * The same program without the character sequences that SES refuses wherever they occur, since they could be read as comments, as an import
 * or as a direct eval: `<!--`, `-->`, `import(` and `eval(`. Comments become blanks, operators are separated, and in strings, templates and
 * regular expressions one character is written as an escape. Every statement stays on its line.
 */
export function plainSource(source: string, tokens: readonly Token[]): string {
  const pieces: string[] = [];
  let previous: Token = { text: "", start: 0, end: 0 };
  for (const token of tokens) {
    const gap = source.slice(previous.end, token.start);
    const merges = (previous.text === "--" && token.text.startsWith(">")) || (previous.text.endsWith("<") && token.text === "!");
    pieces.push(merges && gap === "" ? " " : blanked(gap), escaped(token.text));
    previous = token;
  }
  pieces.push(blanked(source.slice(previous.end)));
  return pieces.join("");
}

function blanked(comment: string): string {
  return comment.replace(/\S/g, " ");
}

function escaped(literal: string): string {
  return literal
    .replaceAll("<!--", "<\\x21--")
    .replaceAll("-->", "--\\x3e")
    .replace(/import(?=\s*(?:\(|\/[/*]))/g, "i\\x6dport")
    .replace(/eval(?=\s*\()/g, "e\\x76al");
}
