/**
 * Operations on floats and doubles that JavaScript lacks. A function serves both types unless its name says `Float` or `Double`: for
 * floats its result is one. Sums, products, quotients and square roots of floats are done in double and rounded with `Math.fround`, which
 * gives the same as rounding once; so do `__fadd_rn`, `__fmul_rn`, `__fdiv_rn`, `__fsqrt_rn` and `__frcp_rn`. JavaScript's `%`, `Math.trunc`,
 * `floor`, `ceil`, `abs` and `sqrt` are exact, and are C's (`fmod` is `%`).
 */
import { doubleFromWords, doubleHighWord, doubleLowWord, floatFromBits, floatToBits } from "./bits.ts";

const LARGEST_DOUBLE = Number.MAX_VALUE;
const TWO_52 = 0x10_0000_0000_0000;
const TWO_53 = 0x20_0000_0000_0000;
const TWO_126 = 0x4000_0000_0000_0000_0000_0000_0000_0000;
const TWO_1023 = 8.98846567431158e307;
/** 2⁻⁹⁶⁹: 2⁻¹⁰²² · 2⁵³. */
const TWO_MINUS_969 = 2.004168360008973e-292;
const INT_MAX = 0x7fff_ffff;
const INT_MIN = -0x8000_0000;

/** `__fdividef`: a quotient, correctly rounded, but 0 for a divisor above 2¹²⁶, as CUDA's manual says (NaN if x is infinite, too). */
export function fastDivide(x: number, y: number): number {
  const size = Math.abs(y);
  return size > TWO_126 && size < Infinity ? x * 0 : Math.fround(x / y);
}

/** `rsqrtf`, `__frsqrt_rn`: correctly rounded; compiled code may differ in the last bit. */
export function rsqrtFloat(x: number): number {
  return Math.fround(1 / Math.sqrt(x));
}

/** `rsqrt` */
export function rsqrtDouble(x: number): number {
  return 1 / Math.sqrt(x);
}

/** `fmin`, `fminf`, `__hmin`: a NaN loses to any number, and 0 to -0. */
export function minimum(a: number, b: number): number {
  return a !== a ? b : b !== b ? a : Math.min(a, b);
}

/** `fmax`, `fmaxf`, `__hmax`: a NaN loses to any number, and -0 to 0. */
export function maximum(a: number, b: number): number {
  return a !== a ? b : b !== b ? a : Math.max(a, b);
}

/** `fdim` of doubles; of floats, to be rounded. */
export function positiveDifference(a: number, b: number): number {
  return a <= b ? 0 : a - b;
}

/** `__saturatef`: into 0 to 1; 0 for NaN. */
export function saturate(x: number): number {
  return x > 0 ? Math.min(x, 1) : 0;
}

/** `rint`, `nearbyint`: the nearest integer, ties to even. `__float2int_rn(x)` is `floatToI32(roundEven(x))`. */
export function roundEven(x: number): number {
  if (!(Math.abs(x) < TWO_52)) return x;
  const rounded = x < 0 ? x - TWO_52 + TWO_52 : x + TWO_52 - TWO_52;
  return rounded === 0 ? x * 0 : rounded;
}

/** `round`: the nearest integer, ties away from zero. */
export function roundAway(x: number): number {
  const truncated = Math.trunc(x);
  return Math.abs(x - truncated) >= 0.5 ? truncated + Math.sign(x) : truncated;
}

/** True for negative numbers and -0. */
export function signBit(x: number): boolean {
  return x < 0 || (x === 0 && 1 / x < 0);
}

export function copySign(magnitude: number, sign: number): number {
  return signBit(sign) ? -Math.abs(magnitude) : Math.abs(magnitude);
}

/** IEEE 754's remainder: x − n · y for the integer n nearest to x / y, the even one of two. Exact. */
export function remainder(x: number, y: number): number {
  const divisor = Math.abs(y);
  const dividend = Math.abs(x);
  if (!(divisor > 0 && dividend < Infinity)) return NaN;
  let rest = divisor <= LARGEST_DOUBLE / 2 ? dividend % (2 * divisor) : dividend;
  // Where the divisor is so small that half of it may be inexact, twice the rest is exact.
  const beyondHalf = divisor < 1 ? rest + rest > divisor : rest > divisor / 2;
  if (beyondHalf) {
    rest -= divisor;
    if (divisor < 1 ? rest + rest >= divisor : rest >= divisor / 2) rest -= divisor;
  }
  return signBit(x) ? -rest : rest;
}

/** `ldexp`, `scalbn`: x · 2^exponent of a double, rounded once. For floats: `Math.fround` of it. */
export function scaleByPowerOfTwo(x: number, exponent: number): number {
  let scaled = x;
  let rest = exponent;
  for (let step = 0; step < 2 && rest > 1023; step++) {
    scaled *= TWO_1023;
    rest -= 1023;
  }
  // Smaller steps keep 53 bits until the last one, which alone rounds.
  for (let step = 0; step < 2 && rest < -1022; step++) {
    scaled *= TWO_MINUS_969;
    rest += 969;
  }
  return scaled * doubleFromWords((Math.min(Math.max(rest, -1022), 1023) + 1023) << 20, 0);
}

/** The exponent that `frexp` stores: x is a fraction from 0.5 to 1 times 2^exponent; 0 for values that have none. */
export function fractionExponent(x: number): number {
  return x === 0 || !(Math.abs(x) < Infinity) ? 0 : binaryExponent(x) + 1;
}

/** The fraction that `frexp` returns. */
export function fraction(x: number): number {
  return scaleByPowerOfTwo(x, -fractionExponent(x));
}

/** `ilogb` of a finite number other than 0: the exponent of its highest bit. */
function binaryExponent(x: number): number {
  const biased = (doubleHighWord(x) >>> 20) & 0x7ff;
  return biased > 0 ? biased - 1023 : ((doubleHighWord(x * TWO_53) >>> 20) & 0x7ff) - 1023 - 53;
}

/** `ilogb`: the smallest `int` for 0 and NaN, the largest for infinity. */
export function integerLogarithm(x: number): number {
  if (x === 0 || x !== x) return INT_MIN;
  return Math.abs(x) < Infinity ? binaryExponent(x) : INT_MAX;
}

/** `logb` */
export function exponentOf(x: number): number {
  if (x === 0) return -Infinity;
  return Math.abs(x) < Infinity ? binaryExponent(x) : x * x;
}

/** The result of `modf`; it stores `Math.trunc(x)`. */
export function fractionalPart(x: number): number {
  return copySign(Math.abs(x) === Infinity ? 0 : x - Math.trunc(x), x);
}

/** `nextafterf` */
export function nextFloat(x: number, towards: number): number {
  if (x !== x || towards !== towards) return NaN;
  if (x === towards) return towards;
  if (x === 0) return copySign(floatFromBits(1), towards);
  return floatFromBits(floatToBits(x) + (x < towards === x > 0 ? 1 : -1));
}

/** `nextafter` */
export function nextDouble(x: number, towards: number): number {
  if (x !== x || towards !== towards) return NaN;
  if (x === towards) return towards;
  if (x === 0) return copySign(Number.MIN_VALUE, towards);
  const high = doubleHighWord(x);
  const low = doubleLowWord(x);
  return x < towards === x > 0
    ? doubleFromWords(low === -1 ? high + 1 : high, low + 1)
    : doubleFromWords(low === 0 ? high - 1 : high, low - 1);
}
