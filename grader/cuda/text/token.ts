import { openCharacter, openComment, openString, prefixedLiteral, strangeCharacter } from "../errors/text-errors.ts";
import type { SourceError } from "../source-error.ts";
import type { Span } from "../source-error.ts";

type TokenKind = "name" | "number" | "string" | "character" | "sign" | "bad";

/** A word, number, literal or sign. `>` is always a token of its own, so that `>>` can close two lists of template arguments. */
export interface Token {
  readonly kind: TokenKind;
  /** As written. */
  readonly text: string;
  /** The error of a bad token. */
  readonly problem?: SourceError;
  /** Its place in the text that the tokens are from. */
  readonly span: Span;
  readonly spaceBefore: boolean;
  readonly startsLine: boolean;
}

/** Longest first. */
const SIGNS = [
  "<<<", "<<=", "...", "->*", "<=>", "::", "->", "++", "--", "<<", "<=", "==", "!=", "&&", "||",
  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "##", ".*",
]; // prettier-ignore

const SPACE = /[^\S\n]+/y;
const NAME = /[A-Za-z_$][\w$]*/y;
const HEX_NUMBER = /0[xX](?:[pP][+-]|'\w|[\w.])*/y;
const NUMBER = /\.?\d(?:[eE][+-]|'\w|[\w.])*/y;
const STRING = /"(?:[^"\\\n]|\\[^\n])*"/y;
const CHARACTER = /'(?:[^'\\\n]|\\[^\n])+'/y;
const LITERAL_PREFIX = /^(?:L|u|U|u8|R|LR|uR|UR|u8R)$/;

/** Joins lines that end in a backslash. Without one the text is unchanged and `offsets` is undefined. */
function joinLines(text: string): { readonly joined: string; readonly offsets: Int32Array | undefined } {
  const splice = /\\[^\S\n]*\n/g;
  if (!splice.test(text)) return { joined: text, offsets: undefined };
  splice.lastIndex = 0;
  const offsets = new Int32Array(text.length + 1);
  const pieces: string[] = [];
  let length = 0;
  let start = 0;
  const take = (end: number) => {
    for (let offset = start; offset < end; offset++) offsets[length++] = offset;
    pieces.push(text.slice(start, end));
  };
  for (let found = splice.exec(text); found; found = splice.exec(text)) {
    take(found.index);
    start = found.index + found[0].length;
  }
  take(text.length);
  offsets[length] = text.length;
  return { joined: pieces.join(""), offsets };
}

/**
 * The tokens of a text, without comments. Characters that form no token make a bad one, which may stand where it is not read, as after `#if
 * 0`.
 */
export function tokenize(text: string): Token[] {
  const { joined, offsets } = joinLines(text);
  const place = (offset: number) => (offsets ? offsets[offset]! : offset);
  const tokens: Token[] = [];
  let at = 0;
  let spaceBefore = false;
  let startsLine = true;

  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(joined)?.[0];
  };
  const add = (kind: TokenKind, length: number, problemAt?: (span: Span) => SourceError) => {
    const span = { from: place(at), to: place(at + length - 1) + 1 };
    const problem = problemAt?.(span);
    tokens.push({ kind, text: joined.slice(at, at + length), span, spaceBefore, startsLine, ...(problem && { problem }) });
    at += length;
    spaceBefore = false;
    startsLine = false;
  };
  const lineLength = () => {
    const end = joined.indexOf("\n", at);
    return (end < 0 ? joined.length : end) - at;
  };

  while (at < joined.length) {
    const character = joined[at]!;
    if (character === "\n") {
      at++;
      spaceBefore = true;
      startsLine = true;
      continue;
    }
    const space = match(SPACE);
    if (space !== undefined) {
      at += space.length;
      spaceBefore = true;
      continue;
    }
    if (joined.startsWith("//", at)) {
      at += lineLength();
      spaceBefore = true;
      continue;
    }
    if (joined.startsWith("/*", at)) {
      const end = joined.indexOf("*/", at + 2);
      if (end < 0) {
        add("bad", 2, openComment);
        at = joined.length;
      } else {
        at = end + 2;
        spaceBefore = true;
      }
      continue;
    }
    const name = match(NAME);
    if (name !== undefined) {
      const quote = joined[at + name.length];
      if ((quote === '"' || quote === "'") && LITERAL_PREFIX.test(name)) {
        add("bad", lineLength(), (span) => prefixedLiteral(span, name));
      } else add("name", name.length);
      continue;
    }
    const number = match(HEX_NUMBER) ?? match(NUMBER);
    if (number !== undefined) {
      add("number", number.length);
      continue;
    }
    if (character === '"' || character === "'") {
      const literal = match(character === '"' ? STRING : CHARACTER);
      if (literal !== undefined) add(character === '"' ? "string" : "character", literal.length);
      else add("bad", lineLength(), character === '"' ? openString : openCharacter);
      continue;
    }
    const sign = SIGNS.find((candidate) => joined.startsWith(candidate, at));
    if (sign !== undefined) add("sign", sign.length);
    else if ("+-*/%&|^~!=<>?:;,.()[]{}#".includes(character)) add("sign", 1);
    else {
      const code = joined.codePointAt(at)!;
      const odd = String.fromCodePoint(code);
      const shown = /\p{C}/u.test(odd) ? `U+${code.toString(16).toUpperCase().padStart(4, "0")}` : odd;
      add("bad", odd.length, (span) => strangeCharacter(span, shown));
    }
  }
  return tokens;
}
