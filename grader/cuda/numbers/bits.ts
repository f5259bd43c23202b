/**
 * The bits of floating-point values, and rounding that hardware does and JavaScript doesn't. Typed arrays are little-endian wherever a
 * browser or Node runs. A NaN has no sign and no payload: its bits are always those that an H200's arithmetic gives.
 */
import { fromWordsI64, highWord, lowWord, type Int64 } from "./int64.ts";

const FLOAT_NAN = 0x7fff_ffff;
const DOUBLE_NAN_HIGH = 0x7fff_ffff;
const DOUBLE_NAN_LOW = -1;

const float = new Float32Array(1);
const floatWord = new Int32Array(float.buffer);
const double = new Float64Array(1);
const doubleWords = new Int32Array(double.buffer);

/** `__float_as_int`; `__float_as_uint` is this `>>> 0`. */
export function floatToBits(x: number): number {
  float[0] = x;
  return x === x ? floatWord[0]! : FLOAT_NAN;
}

/** `__int_as_float` and `__uint_as_float` */
export function floatFromBits(bits: number): number {
  floatWord[0] = bits;
  return float[0]!;
}

/** `__double2hiint` */
export function doubleHighWord(x: number): number {
  double[0] = x;
  return x === x ? doubleWords[1]! : DOUBLE_NAN_HIGH;
}

/** `__double2loint` */
export function doubleLowWord(x: number): number {
  double[0] = x;
  return x === x ? doubleWords[0]! : DOUBLE_NAN_LOW;
}

/** `__hiloint2double` */
export function doubleFromWords(high: number, low: number): number {
  doubleWords[1] = high;
  doubleWords[0] = low;
  return double[0]!;
}

/** `__double_as_longlong` */
export function doubleToBits(x: number): Int64 {
  return fromWordsI64(doubleLowWord(x), doubleHighWord(x));
}

/** `__longlong_as_double` */
export function doubleFromBits(bits: Int64): number {
  return doubleFromWords(highWord(bits), lowWord(bits));
}

/**
 * a + b rounded to odd: an inexact sum becomes the neighbouring double whose last bit is 1. Rounded to at most 51 bits, that gives what the
 * exact sum gives.
 */
export function oddSum(a: number, b: number): number {
  const sum = a + b;
  const part = sum - a;
  const error = a - (sum - part) + (b - part);
  // Also where the error is NaN, because the sum is not finite.
  if (!(error > 0 || error < 0)) return sum;
  double[0] = sum;
  const low = doubleWords[0]!;
  if ((low & 1) === 0) {
    if (error > 0 === sum > 0) doubleWords[0] = low + 1;
    else {
      doubleWords[0] = low - 1;
      if (low === 0) doubleWords[1]!--;
    }
  }
  return double[0]!;
}

/** A rounding other than to nearest: the `_rz`, `_ru` and `_rd` of CUDA's names. */
export type Direction = "zero" | "up" | "down";

/** The bits of a format of floating-point numbers: sign and magnitude. */
export interface Format {
  readonly toBits: (value: number) => number;
  readonly fromBits: (bits: number) => number;
}

/** `x` rounded to a format in a direction, given its nearest value there. */
export function roundDirected(x: number, nearest: number, direction: Direction, { toBits, fromBits }: Format): number {
  const up = direction === "up" || (direction === "zero" && x < 0);
  if (!(up ? nearest < x : nearest > x)) return nearest;
  const negative = nearest < 0 || (nearest === 0 && x < 0);
  return fromBits(toBits(nearest) + (up === negative ? -1 : 1));
}

const FLOAT: Format = { toBits: floatToBits, fromBits: floatFromBits };

/** `__double2float_rz`, `_ru`, `_rd`; of an integer, `__int2float_rz` and so on; of an `oddSum`, `__fadd_rz` and so on. */
export function floatDirected(x: number, direction: Direction): number {
  return roundDirected(x, Math.fround(x), direction, FLOAT);
}
