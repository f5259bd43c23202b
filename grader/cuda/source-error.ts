/** A range of the text as written: offsets of its first character and of the one after its last. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A text that is not understood, or uses something that the lab does not support: the problem, its place, and the remedy. */
export class SourceError extends Error {
  readonly span: Span;
  /** Its code in the catalogue (`errors/`); undefined for an error that the catalogue does not list. */
  readonly code: string | undefined;

  constructor(message: string, span: Span, code?: string) {
    super(message);
    this.name = "SourceError";
    this.span = span;
    this.code = code;
  }

  /** Moves the error to another place. */
  at(span: Span): this {
    return Object.assign(this, { span });
  }
}

/** A name that the text uses and does not declare: perhaps a header that is not here does. */
export class UndeclaredError extends SourceError {
  readonly undeclared: string;

  constructor(message: string, span: Span, code: string, undeclared: string) {
    super(message, span, code);
    this.undeclared = undeclared;
  }
}

/** Line and column of an offset, counted from 1. A column is a UTF-16 unit. */
export function placeAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset);
  const line = before.split("\n").length;
  return { line, column: offset - before.lastIndexOf("\n") };
}
