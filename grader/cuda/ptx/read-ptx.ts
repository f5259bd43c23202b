import {
  ptxCommentOpen,
  ptxDirective,
  ptxExpected,
  ptxNestedTooDeep,
  ptxSemicolon,
  ptxTooLong,
  ptxUnexpected,
} from "../errors/ptx-errors.ts";
import type { Span } from "../source-error.ts";
import { MOST_PTX_ITEMS, type PtxGuard, type PtxItem, type PtxOperand, type PtxWord } from "./ptx-tree.ts";

/** The text of an `asm` statement, with the place of each of its characters in the text of the program. */
export interface AssemblyText {
  readonly text: string;
  /** One for each character. */
  readonly places: readonly Span[];
  /** The literals as a whole. */
  readonly span: Span;
}

interface PtxToken {
  readonly kind: "placeholder" | "word" | "number" | "sign";
  readonly text: string;
  readonly span: Span;
}

/** The deepest nesting of braces and operands. */
const DEEPEST = 20;

/** Reads the instructions of an `asm` statement. */
export function readPtx(text: AssemblyText): readonly PtxItem[] {
  return new PtxReader(tokensOf(text), text.span).all();
}

const SIGNS = ";{}[](),:!|@<>+-=";

const isDigit = (character: string | undefined): boolean => character !== undefined && character >= "0" && character <= "9";
const isLetter = (character: string | undefined): boolean =>
  character !== undefined && ((character >= "a" && character <= "z") || (character >= "A" && character <= "Z") || "_$".includes(character));
const isSpace = (character: string | undefined): boolean => character !== undefined && " \t\n\r\v\f".includes(character);
const isOfNumber = (character: string | undefined): boolean => isDigit(character) || isLetter(character) || character === ".";

function tokensOf({ text, places, span }: AssemblyText): PtxToken[] {
  const tokens: PtxToken[] = [];
  const spanOf = (from: number, to: number): Span => ({ from: places[from]?.from ?? span.from, to: places[to - 1]?.to ?? span.to });
  let at = 0;
  const add = (kind: PtxToken["kind"], end: number, from = at): void => {
    tokens.push({ kind, text: text.slice(from, end), span: spanOf(at, end) });
    at = end;
  };
  while (at < text.length) {
    const character = text[at]!;
    if (isSpace(character)) at++;
    else if (text.startsWith("//", at)) {
      const end = text.indexOf("\n", at);
      at = end < 0 ? text.length : end;
    } else if (text.startsWith("/*", at)) {
      const end = text.indexOf("*/", at + 2);
      if (end < 0) throw ptxCommentOpen(spanOf(at, at + 2));
      at = end + 2;
    } else if (character === "%") {
      // `%%` stands for one `%`, by which the names of registers begin.
      const start = text[at + 1] === "%" ? at + 1 : at;
      let end = start + 1;
      if (start === at && isDigit(text[end])) {
        while (isDigit(text[end])) end++;
        add("placeholder", end, start + 1);
      } else {
        while (isOfNumber(text[end])) end++;
        if (end === start + 1) throw ptxUnexpected(spanOf(at, end), "%");
        add("word", end, start);
      }
    } else if (isDigit(character) || (character === "." && isDigit(text[at + 1]))) {
      let end = at + 1;
      while (isOfNumber(text[end]) || (isExponent(text, at, end) && "+-".includes(text[end] ?? " "))) end++;
      add("number", end);
    } else if (isLetter(character) || (character === "." && isLetter(text[at + 1]))) {
      let end = at + 1;
      // `shared::cluster` is one word; a single colon ends a label.
      while (isOfNumber(text[end]) || (text.startsWith("::", end) && (isLetter(text[end + 2]) || isDigit(text[end + 2]))))
        end += text[end] === ":" ? 2 : 1;
      add("word", end);
    } else if (SIGNS.includes(character)) add("sign", at + 1);
    else throw ptxUnexpected(spanOf(at, at + 1), character);
  }
  return tokens;
}

/** Whether what stands before a sign is the `e` of a decimal number. */
function isExponent(text: string, from: number, at: number): boolean {
  return (text[at - 1] === "e" || text[at - 1] === "E") && !(text[from] === "0" && "xXfFdD".includes(text[from + 1] ?? " "));
}

class PtxReader {
  readonly #tokens: readonly PtxToken[];
  readonly #whole: Span;
  #at = 0;
  #count = 0;

  constructor(tokens: readonly PtxToken[], whole: Span) {
    this.#tokens = tokens;
    this.#whole = whole;
  }

  all(): PtxItem[] {
    const items = this.#items(0);
    if (this.#at < this.#tokens.length) throw ptxUnexpected(this.#here(), this.#peek());
    return items;
  }

  #peek(ahead = 0): string {
    return this.#tokens[this.#at + ahead]?.text ?? "";
  }

  #kind(): PtxToken["kind"] | undefined {
    return this.#tokens[this.#at]?.kind;
  }

  #isSign(text: string): boolean {
    return this.#kind() === "sign" && this.#peek() === text;
  }

  #accept(sign: string): boolean {
    if (!this.#isSign(sign)) return false;
    this.#at++;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#accept(sign)) throw ptxExpected(this.#here(), `\`${sign}\``, this.#peek());
  }

  /** The span of the next token, or of the last one. */
  #here(): Span {
    return (this.#tokens[this.#at] ?? this.#tokens.at(-1))?.span ?? this.#whole;
  }

  #spanFrom(start: number): Span {
    const first = this.#tokens[start]?.span ?? this.#whole;
    const last = this.#tokens[Math.max(start, this.#at - 1)]?.span ?? first;
    return { from: Math.min(first.from, last.from), to: Math.max(first.to, last.to) };
  }

  #items(depth: number): PtxItem[] {
    if (depth > DEEPEST) throw ptxNestedTooDeep(this.#here(), DEEPEST);
    const items: PtxItem[] = [];
    while (this.#at < this.#tokens.length && !this.#isSign("}")) {
      if (this.#accept(";")) continue;
      if (++this.#count > MOST_PTX_ITEMS) throw ptxTooLong(this.#here(), MOST_PTX_ITEMS);
      items.push(this.#item(depth));
    }
    return items;
  }

  #item(depth: number): PtxItem {
    const start = this.#at;
    if (this.#accept("{")) {
      const items = this.#items(depth + 1);
      this.#expect("}");
      return { kind: "scope", items, span: this.#spanFrom(start) };
    }
    if (this.#kind() === "word" && this.#tokens[start + 1]?.kind === "sign" && this.#peek(1) === ":") {
      const name = this.#peek();
      this.#at += 2;
      return { kind: "label", name, span: this.#tokens[start]!.span };
    }
    if (this.#kind() === "word" && this.#peek().startsWith(".")) return this.#directive();
    const guard = this.#isSign("@") ? this.#guard() : undefined;
    const words = this.#words();
    const operands: PtxOperand[] = [];
    if (!this.#isSign(";") && this.#at < this.#tokens.length && !this.#isSign("}")) {
      do operands.push(this.#operand(depth));
      while (this.#accept(","));
    }
    const span = this.#spanFrom(start);
    this.#semicolon();
    return { kind: "instruction", words, guard, operands, span };
  }

  #semicolon(): void {
    if (this.#accept(";")) return;
    const before = this.#tokens[this.#at - 1];
    throw ptxSemicolon(before?.span ?? this.#whole, before?.text ?? "");
  }

  #directive(): PtxItem {
    const start = this.#at;
    if (this.#peek() !== ".reg") throw ptxDirective(this.#here(), this.#peek());
    this.#at++;
    const type = this.#peek();
    if (this.#kind() !== "word" || !type.startsWith(".")) throw ptxExpected(this.#here(), "a type, like `.b32`,", type);
    this.#at++;
    const names: string[] = [];
    do {
      const name = this.#name();
      if (this.#accept("<")) {
        const count = Number(this.#peek());
        if (this.#kind() !== "number" || !Number.isInteger(count)) throw ptxExpected(this.#here(), "a number", this.#peek());
        this.#at++;
        this.#expect(">");
        this.#count += count;
        if (this.#count > MOST_PTX_ITEMS) throw ptxTooLong(this.#spanFrom(start), MOST_PTX_ITEMS);
        for (let index = 0; index < count; index++) names.push(`${name}${index}`);
      } else names.push(name);
    } while (this.#accept(","));
    const span = this.#spanFrom(start);
    this.#semicolon();
    return { kind: "registers", type: type.slice(1), names, span };
  }

  #name(): string {
    const name = this.#peek();
    if (this.#kind() !== "word" || name.startsWith(".")) throw ptxExpected(this.#here(), "a name", name);
    this.#at++;
    return name;
  }

  #guard(): PtxGuard {
    const start = this.#at;
    this.#expect("@");
    const isNegated = this.#accept("!");
    return { register: this.#term(), isNegated, span: this.#spanFrom(start) };
  }

  /** The parts of an instruction's name, each with its own place. */
  #words(): PtxWord[] {
    const token = this.#tokens[this.#at];
    if (token?.kind !== "word" || token.text.startsWith("%")) throw ptxExpected(this.#here(), "an instruction", this.#peek());
    this.#at++;
    let from = token.span.from;
    const isExact = token.span.to - token.span.from === token.text.length;
    return token.text.split(".").map((text) => {
      const span = isExact ? { from, to: from + text.length } : token.span;
      from += text.length + 1;
      return { text, span };
    });
  }

  #operand(depth: number): PtxOperand {
    if (depth > DEEPEST) throw ptxNestedTooDeep(this.#here(), DEEPEST);
    const start = this.#at;
    if (this.#accept("{")) {
      const items: PtxOperand[] = [];
      do items.push(this.#operand(depth + 1));
      while (this.#accept(","));
      this.#expect("}");
      return { kind: "vector", items, span: this.#spanFrom(start) };
    }
    if (this.#accept("[")) {
      const base = this.#term();
      const offset = this.#offset();
      const more: PtxOperand[] = [];
      while (this.#accept(",")) more.push(this.#operand(depth + 1));
      this.#expect("]");
      return { kind: "address", base, offset, more, span: this.#spanFrom(start) };
    }
    if (this.#accept("!")) return { kind: "not", operand: this.#term(), span: this.#spanFrom(start) };
    const first = this.#term();
    if (!this.#accept("|")) return first;
    return { kind: "pair", first, second: this.#term(), span: this.#spanFrom(start) };
  }

  /** The bytes after an address: `+ 16`, `+-16`, `- 16`. */
  #offset(): number {
    let offset = 0;
    while (this.#isSign("+") || this.#isSign("-")) {
      let sign = 1;
      while (this.#isSign("+") || this.#isSign("-")) if (this.#tokens[this.#at++]!.text === "-") sign = -sign;
      const text = this.#peek();
      const bytes = Number(text);
      if (this.#kind() !== "number" || !Number.isSafeInteger(bytes)) throw ptxExpected(this.#here(), "a number of bytes", text);
      this.#at++;
      offset += sign * bytes;
    }
    return offset;
  }

  #term(): PtxOperand {
    const start = this.#at;
    const sign = this.#accept("-") ? "-" : "";
    const token = this.#tokens[this.#at];
    if (!token || token.kind === "sign") throw ptxExpected(this.#here(), "an operand", this.#peek());
    if (token.kind !== "number" && sign) throw ptxExpected(this.#here(), "a number", token.text);
    this.#at++;
    const span = this.#spanFrom(start);
    if (token.kind === "placeholder") return { kind: "placeholder", number: Number(token.text), span };
    if (token.kind === "number") return { kind: "number", text: sign + token.text, span };
    return { kind: "name", name: token.text, span };
  }
}
