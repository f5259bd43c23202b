import { escapeSequence, longCharacter, octalDigits } from "../errors/text-errors.ts";
import type { Span } from "../source-error.ts";

const ESCAPES = new Map([
  ["n", 10], ["t", 9], ["r", 13], ["0", 0], ["\\", 92], ["'", 39], ['"', 34], ["?", 63], ["a", 7], ["b", 8], ["f", 12], ["v", 11],
]); // prettier-ignore

/** The codes between the quotes, escapes resolved, each with its offset in the literal. */
function codes(literal: string, place: Span): { readonly code: number; readonly offset: number; readonly length: number }[] {
  const found: { code: number; offset: number; length: number }[] = [];
  const pattern = /\\x([\da-fA-F]+)|\\([0-7]{1,3})|\\([\s\S])|([\s\S])/gu;
  for (const match of literal.slice(1, -1).matchAll(pattern)) {
    const [written, hex, octal, escape, plain] = match;
    const code =
      hex !== undefined
        ? parseInt(hex, 16)
        : octal !== undefined
          ? parseInt(octal, 8)
          : escape !== undefined
            ? ESCAPES.get(escape)
            : plain!.codePointAt(0)!;
    if (code === undefined || code > 0x10ffff || (plain === undefined && code > 255)) {
      throw escapeSequence(place, written);
    }
    found.push({ code, offset: match.index + 1, length: written.length });
  }
  return found;
}

export function readString(literal: string, place: Span): string {
  return codes(literal, place)
    .map(({ code }) => String.fromCodePoint(code))
    .join("");
}

/** The characters of a string, each with its place in the text: that of the whole literal where a macro brings it, or lines are joined in it. */
export function readCharacters(literal: string, place: Span): { readonly text: string; readonly places: readonly Span[] } {
  const isAsWritten = place.to - place.from === literal.length;
  const characters = codes(literal, place).flatMap(({ code, offset, length }) => {
    const span = isAsWritten ? { from: place.from + offset, to: place.from + offset + length } : place;
    return String.fromCodePoint(code)
      .split("")
      .map((text) => ({ text, span }));
  });
  return { text: characters.map(({ text }) => text).join(""), places: characters.map(({ span }) => span) };
}

export function readCharacter(literal: string, place: Span): number {
  const [code, ...others] = codes(literal, place).map((one) => one.code);
  if (code === undefined || code > 255 || others.length > 0) throw longCharacter(place);
  return code;
}

/** The value of an integer as written, without its suffix. @throws SourceError for one with invalid digits */
export function readInteger(digits: string, place: Span): bigint {
  const isOctal = /^0\d/.test(digits);
  if (isOctal && /[89]/.test(digits)) throw octalDigits(place, digits);
  return BigInt(isOctal ? `0o${digits.slice(1)}` : digits);
}

/** Whether a number as written is one of floating point. */
export function isFloatLiteral(number: string): boolean {
  return isHexadecimal(number) ? /[.p]/i.test(number) : /[.e]/i.test(number) || /^\d+f$/i.test(number);
}

export function isHexadecimal(number: string): boolean {
  return /^0x/i.test(number);
}
