import { notANumber } from "../errors/syntax-errors.ts";
import type { Span } from "../source-error.ts";
import { isFloatLiteral, isHexadecimal, readInteger } from "../text/literals.ts";
import type { CheckedExpression } from "./checked-tree.ts";
import { F32, F64, I32, I64, U32, U64, type CudaType } from "./types.ts";
import { constant } from "../ir/values.ts";

/** A number as written, with the type that its form and suffix give it. */
export function numberLiteral(text: string, span: Span): CheckedExpression & { kind: "constant" } {
  const plain = text.replaceAll("'", "");
  return isFloatLiteral(plain) ? floatLiteral(plain, isHexadecimal(plain), span) : integerLiteral(plain, span);
}

function floatLiteral(text: string, isHex: boolean, span: Span): CheckedExpression & { kind: "constant" } {
  const [, digits = "", suffix = ""] = /^(.*?)([fFlL]?)$/.exec(text) ?? [];
  // In hexadecimal, an f without an exponent after it would be a digit; hexadecimal floats always have an exponent.
  const value = isHex ? hexFloat(digits) : Number(digits);
  if (Number.isNaN(value)) throw notANumber(span, text);
  const type = /f/i.test(suffix) ? F32 : F64;
  return { kind: "constant", type, value: constant(type.scalar, value), span };
}

function hexFloat(text: string): number {
  const [, whole = "", fraction = "", exponent] = /^0x([\da-f]*)\.?([\da-f]*)p([+-]?\d+)$/i.exec(text) ?? [];
  return (Number.parseInt(whole + fraction, 16) / 16 ** fraction.length) * 2 ** Number(exponent);
}

function integerLiteral(text: string, span: Span): CheckedExpression & { kind: "constant" } {
  const [, digits = "", suffix = ""] = /^(0x[\da-f]+|0b[01]+|\d+)([ul]*)$/i.exec(text) ?? [];
  if (digits === "") throw notANumber(span, text);
  const value = readInteger(digits, span);
  const type = integerType(value, /u/i.test(suffix), /l/i.test(suffix), /^\d/.test(digits) && !/^0./.test(digits));
  return { kind: "constant", type, value: constant(type.scalar, value), span };
}

/** The first type that can hold it; decimal numbers become unsigned only with a suffix. */
function integerType(value: bigint, unsigned: boolean, long: boolean, decimal: boolean): CudaType & { kind: "scalar" } {
  if (!long && !unsigned && value < 2n ** 31n) return I32;
  if (!long && (unsigned || !decimal) && value < 2n ** 32n) return U32;
  if (!unsigned && value < 2n ** 63n) return I64;
  return U64;
}
