import { Refusal, REFUSED_WORDS } from "../errors/refusals.ts";
import {
  nestedTooDeep,
  semicolonMissing,
  signExpected,
  signMissing,
  somethingMissing,
  textEnds,
  unexpectedToken,
} from "../errors/syntax-errors.ts";
import { SourceError, type Span } from "../source-error.ts";
import { skipCudaWord, type Brackets } from "./cuda-words.ts";
import type { PlacedToken } from "../text/macros.ts";
import type { ErrorKind } from "../errors/error-kind.ts";

/** The deepest nesting of expressions and statements without brackets: `- - - x`, `if (a) if (b) …`. */
const DEEPEST = 600;

export const cover = (a: Span, b: Span): Span => ({ from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) });

/** A position among the tokens of a text, with the operations that move it. */
export class TokenCursor {
  protected readonly tokens: readonly PlacedToken[];
  protected readonly brackets: Brackets;
  /** The index of the next token. */
  protected at = 0;
  /** The end of the tokens that may be read now. */
  protected end: number;
  #depth = 0;

  constructor(tokens: readonly PlacedToken[], brackets: Brackets) {
    this.tokens = tokens;
    this.brackets = brackets;
    this.end = tokens.length;
  }

  /** The text of a token counted from the next one; empty after the end. A string or character is never mistaken for a sign or word. */
  protected peek(ahead = 0): string {
    return this.textAt(this.at + ahead);
  }

  protected textAt(index: number): string {
    return index < this.end ? this.tokens[index]!.text : "";
  }

  protected kindAt(index: number): PlacedToken["kind"] | undefined {
    return index < this.end ? this.tokens[index]!.kind : undefined;
  }

  protected accept(text: string): boolean {
    if (this.peek() !== text) return false;
    this.at++;
    return true;
  }

  protected expect(text: string): void {
    if (this.accept(text)) return;
    const before = this.tokens[this.at - 1];
    if (text === ";") this.fail(semicolonMissing, before?.span, before?.text ?? "");
    const found = this.peek();
    if (found === "") this.fail(signMissing, undefined, text);
    this.fail(signExpected, undefined, text, found);
  }

  /** Throws an error at a span, or at the next token. A refused word among the tokens takes precedence as the reason. */
  protected fail<Words extends readonly unknown[]>(error: ErrorKind<Words>, span?: Span, ...words: Words): never {
    const token = this.#nextToken();
    const refused = token && this.at < this.end && token.kind === "name" ? REFUSED_WORDS.get(token.text) : undefined;
    if (refused !== undefined) this.refuse(refused, token!.span);
    throw error(span ?? token?.span ?? { from: 0, to: 0 }, ...words);
  }

  /** Throws the error that the next token is unexpected. */
  protected failHere(): never {
    const found = this.peek();
    if (found !== "") this.fail(unexpectedToken, undefined, found);
    this.fail(this.at < this.tokens.length ? somethingMissing : textEnds, undefined, this.#nextToken()?.text ?? "nothing");
  }

  /** The next token that may be read, or the last one. */
  #nextToken(): PlacedToken | undefined {
    return this.tokens[Math.min(this.at, this.end - 1)] ?? this.tokens.at(-1);
  }

  /** Throws the error that the lab does not support this. */
  protected refuse(refusal: ErrorKind<[]>, span = this.#nextToken()?.span): never {
    throw refusal(span ?? { from: 0, to: 0 });
  }

  /** Reads the braces that come next. If the lab does not support their contents, skips them and returns the refusal. */
  protected unlessRefused<T>(read: () => T): T | Refusal {
    const { at, end } = this;
    const depth = this.#depth;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.at = this.brackets[at]! + 1;
      this.end = end;
      this.#depth = depth;
      return error;
    }
  }

  /** Calls `read`. If it fails, goes on at token `next` and returns the error. */
  protected unlessUnreadable<T>(next: number, read: () => T): T | SourceError {
    const { end } = this;
    const depth = this.#depth;
    try {
      return read();
    } catch (error) {
      if (!(error instanceof SourceError)) throw error;
      this.at = next;
      this.end = end;
      this.#depth = depth;
      return error;
    }
  }

  /** The span from a token to the one before the next. */
  protected spanFrom(start: number): Span {
    const first = this.tokens[start] ?? this.tokens.at(-1);
    const last = this.tokens[Math.max(start, this.at - 1)] ?? first;
    return first && last ? cover(first.span, last.span) : { from: 0, to: 0 };
  }

  /** Reads the tokens up to `end`, all of them, and none after it. */
  protected upTo<T>(end: number, read: () => T): T {
    const outer = this.end;
    this.end = end;
    const result = read();
    if (this.at < end) this.failHere();
    this.end = outer;
    return result;
  }

  /** Reads the bracket that comes next, its contents, and its partner. */
  protected inBrackets<T>(read: () => T): T {
    const close = this.brackets[this.at]!;
    this.at++;
    const result = this.upTo(close, read);
    this.at = close + 1;
    return result;
  }

  /** Items with `,` between them up to the end. */
  protected commaSeparated<T>(item: () => T): T[] {
    const items: T[] = [];
    if (this.at >= this.end) return items;
    do items.push(item());
    while (this.accept(","));
    return items;
  }

  /** Runs a recursive reader, one level deeper. */
  protected deeper<T>(read: () => T): T {
    if (++this.#depth > DEEPEST) this.fail(nestedTooDeep);
    const result = read();
    this.#depth--;
    return result;
  }

  /** Where the CUDA word that begins at a token ends; the same index if none does. */
  protected cudaWordEnd(index: number): number {
    return index < this.end ? skipCudaWord(this.tokens, this.brackets, index) : index;
  }

  /** Whether there is no space between two tokens. */
  protected touch(index: number): boolean {
    return index + 1 < this.end && this.tokens[index]!.to === this.tokens[index + 1]!.from;
  }
}
