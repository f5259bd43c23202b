import { populationCount32, reverseBits32 } from "./int32.ts";

/**
 * 64-bit integers of C on an H200. A value that JavaScript's number holds exactly (a safe integer) is a number; any other is a bigint in the
 * range of its type. There is one form for each value, so `===` and `<` compare them as they stand. No value is -0.
 *
 * `I64` is `long long`, `U64` is `unsigned long long`; a function without either works for both, given operands of the same type.
 * Operations wrap around. A division by zero gives what compiled code gives on an H200: quotient all ones, remainder the dividend.
 */
export type Int64 = number | bigint;

const LARGEST_SAFE = Number.MAX_SAFE_INTEGER;
const LARGEST_SAFE_BIG = BigInt(LARGEST_SAFE);
const WORD = 0x1_0000_0000;
const TWO_63 = 0x8000_0000_0000_0000;
const TWO_64 = 0x1_0000_0000_0000_0000;
const LARGEST_I64 = 0x7fff_ffff_ffff_ffffn;
const SMALLEST_I64 = -0x8000_0000_0000_0000n;
const LARGEST_U64 = 0xffff_ffff_ffff_ffffn;
/** 2⁰ to 2⁶³. */
const POWERS = Float64Array.from({ length: 64 }, (_, exponent) => Number(1n << BigInt(exponent)));

/** The canonical form of an integer in the range of its type. */
function canonical64(value: bigint): Int64 {
  return value <= LARGEST_SAFE_BIG && value >= -LARGEST_SAFE_BIG ? Number(value) : value;
}

/** Any integer, wrapped around into `long long`. */
export function wrapI64(value: bigint): Int64 {
  return canonical64(BigInt.asIntN(64, value));
}

/** Any integer, wrapped around into `unsigned long long`. */
export function wrapU64(value: bigint): Int64 {
  return canonical64(BigInt.asUintN(64, value));
}

export function addI64(a: Int64, b: Int64): Int64 {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (sum <= LARGEST_SAFE && sum >= -LARGEST_SAFE) return sum;
  }
  return wrapI64(BigInt(a) + BigInt(b));
}

export function addU64(a: Int64, b: Int64): Int64 {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (sum <= LARGEST_SAFE) return sum;
  }
  return wrapU64(BigInt(a) + BigInt(b));
}

export function subtractI64(a: Int64, b: Int64): Int64 {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (difference <= LARGEST_SAFE && difference >= -LARGEST_SAFE) return difference;
  }
  return wrapI64(BigInt(a) - BigInt(b));
}

export function subtractU64(a: Int64, b: Int64): Int64 {
  if (typeof a === "number" && typeof b === "number" && a >= b) return a - b;
  return wrapU64(BigInt(a) - BigInt(b));
}

export function multiplyI64(a: Int64, b: Int64): Int64 {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    if (product <= LARGEST_SAFE && product >= -LARGEST_SAFE) return product + 0;
  }
  return wrapI64(BigInt(a) * BigInt(b));
}

export function multiplyU64(a: Int64, b: Int64): Int64 {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    if (product <= LARGEST_SAFE) return product;
  }
  return wrapU64(BigInt(a) * BigInt(b));
}

/** Truncates towards zero. The smallest value divided by -1 is itself. */
export function divideI64(a: Int64, b: Int64): Int64 {
  if (b === 0) return -1;
  // The quotient of two safe integers never rounds up to the next integer.
  if (typeof a === "number" && typeof b === "number") return Math.trunc(a / b) + 0;
  return wrapI64(BigInt(a) / BigInt(b));
}

export function divideU64(a: Int64, b: Int64): Int64 {
  if (b === 0) return LARGEST_U64;
  if (typeof a === "number" && typeof b === "number") return Math.floor(a / b);
  return canonical64(BigInt(a) / BigInt(b));
}

/** Has the sign of the dividend. */
export function remainder64(a: Int64, b: Int64): Int64 {
  if (b === 0) return a;
  if (typeof a === "number" && typeof b === "number") return (a % b) + 0;
  return canonical64(BigInt(a) % BigInt(b));
}

export function negateI64(a: Int64): Int64 {
  return typeof a === "number" ? 0 - a : wrapI64(-a);
}

export function negateU64(a: Int64): Int64 {
  return a === 0 ? 0 : wrapU64(-BigInt(a));
}

/** `llabs`: the smallest value stays as it is. */
export function absoluteI64(a: Int64): Int64 {
  return a < 0 ? negateI64(a) : a;
}

export function minimum64(a: Int64, b: Int64): Int64 {
  return b < a ? b : a;
}

export function maximum64(a: Int64, b: Int64): Int64 {
  return b > a ? b : a;
}

export function and64(a: Int64, b: Int64): Int64 {
  if (typeof a === "number" && typeof b === "number") {
    return safeFromWords(a & b, Math.floor(a / WORD) & Math.floor(b / WORD));
  }
  return canonical64(BigInt(a) & BigInt(b));
}

export function or64(a: Int64, b: Int64): Int64 {
  if (typeof a === "number" && typeof b === "number") {
    return safeFromWords(a | b, Math.floor(a / WORD) | Math.floor(b / WORD));
  }
  return canonical64(BigInt(a) | BigInt(b));
}

export function xor64(a: Int64, b: Int64): Int64 {
  if (typeof a === "number" && typeof b === "number") {
    return safeFromWords(a ^ b, Math.floor(a / WORD) ^ Math.floor(b / WORD));
  }
  return canonical64(BigInt(a) ^ BigInt(b));
}

export function notI64(a: Int64): Int64 {
  return subtractI64(-1, a);
}

export function notU64(a: Int64): Int64 {
  return subtractU64(LARGEST_U64, a);
}

/**
 * Shift counts are read as 32 unsigned bits. A count of 64 and more, so a negative one too, shifts everything out: the result is 0, or the
 * sign (0 or -1) for `>>` of a signed value. C leaves this undefined; it is what the hardware does.
 */
export function shiftLeftI64(a: Int64, count: Int64): Int64 {
  const bits = lowWord(count);
  if (bits >= 64) return 0;
  if (typeof a === "number") {
    const shifted = a * POWERS[bits]!;
    if (shifted <= LARGEST_SAFE && shifted >= -LARGEST_SAFE) return shifted;
  }
  return wrapI64(BigInt(a) << BigInt(bits));
}

/** Counts as in `shiftLeftI64`. */
export function shiftLeftU64(a: Int64, count: Int64): Int64 {
  const bits = lowWord(count);
  if (bits >= 64) return 0;
  if (typeof a === "number") {
    const shifted = a * POWERS[bits]!;
    if (shifted <= LARGEST_SAFE) return shifted;
  }
  return wrapU64(BigInt(a) << BigInt(bits));
}

/** Counts as in `shiftLeftI64`. Fills with the sign, which is 0 for an unsigned value. */
export function shiftRight64(a: Int64, count: Int64): Int64 {
  const bits = lowWord(count);
  if (bits >= 64) return a < 0 ? -1 : 0;
  if (typeof a === "number") return Math.floor(a / POWERS[bits]!);
  return canonical64(a >> BigInt(bits));
}

/** `__mul64hi`: the upper 64 of the product's 128 bits. For unsigned values, `__umul64hi`. */
export function multiplyHigh64(a: Int64, b: Int64): Int64 {
  return canonical64((BigInt(a) * BigInt(b)) >> 64n);
}

/** `__popcll` */
export function populationCount64(a: Int64): number {
  return populationCount32(lowWord(a)) + populationCount32(highWord(a));
}

/** `__clzll`: zeros above the highest one, 64 for 0. */
export function leadingZeros64(a: Int64): number {
  const high = highWord(a);
  return high === 0 ? 32 + Math.clz32(lowWord(a)) : Math.clz32(high);
}

/** `__ffsll`: position of the lowest one, counted from 1; 0 for 0. */
export function findFirstSet64(a: Int64): number {
  const low = lowWord(a);
  if (low !== 0) return 32 - Math.clz32(low & -low);
  const high = highWord(a);
  return high === 0 ? 0 : 64 - Math.clz32(high & -high);
}

/** `__brevll` */
export function reverseBits64(a: Int64): Int64 {
  return fromWordsU64(reverseBits32(highWord(a)), reverseBits32(lowWord(a)));
}

/** The lower 32 bits, 0 to 2³² − 1: also the conversion to `unsigned int`. */
export function lowWord(a: Int64): number {
  return typeof a === "number" ? a >>> 0 : Number(BigInt.asUintN(32, a));
}

/** The upper 32 bits, 0 to 2³² − 1. */
export function highWord(a: Int64): number {
  return typeof a === "number" ? Math.floor(a / WORD) >>> 0 : Number(BigInt.asUintN(32, a >> 32n));
}

/** `long long` of two words of any sign, as they lie in an Int32Array or a Uint32Array. */
export function fromWordsI64(low: number, high: number): Int64 {
  const signed = high | 0;
  if (signed >= -0x200000 && signed < 0x200000) return safeFromWords(low, signed);
  return (BigInt(signed) << 32n) | BigInt(low >>> 0);
}

/** `unsigned long long` of two words of any sign. */
export function fromWordsU64(low: number, high: number): Int64 {
  const unsigned = high >>> 0;
  if (unsigned < 0x200000) return unsigned * WORD + (low >>> 0);
  return (BigInt(unsigned) << 32n) | BigInt(low >>> 0);
}

/** `(int)a`; a conversion to a shorter type cuts further. */
export function toI32(a: Int64): number {
  return typeof a === "number" ? a | 0 : Number(BigInt.asIntN(32, a));
}

/** `(unsigned long long)a` of any signed integer. A conversion of a shorter integer to `long long` changes nothing. */
export function toU64(a: Int64): Int64 {
  return a >= 0 ? a : BigInt.asUintN(64, BigInt(a));
}

/** `(long long)a` of an `unsigned long long`. */
export function toI64(a: Int64): Int64 {
  return typeof a === "number" ? a : wrapI64(a);
}

/** `(double)a`, to nearest, ties to even. */
export function toDouble(a: Int64): number {
  return Number(a);
}

/** `(float)a`, rounded once. */
export function toFloat(a: Int64): number {
  return Math.fround(forRounding(a));
}

/**
 * A double that rounds to the same value as `a` in every format of at most 41 significant bits: float, half, bfloat16. (The double
 * nearest to `a` may lie halfway between two floats where `a` does not.)
 */
export function forRounding(a: Int64): number {
  if (typeof a === "number") return a;
  const magnitude = a < 0n ? -a : a;
  const kept = magnitude >> 11n;
  const odd = kept << 11n === magnitude ? kept : kept | 1n;
  return (a < 0n ? -2048 : 2048) * Number(odd);
}

/** `(long long)x` of any floating-point value: truncated, saturating; the smallest value for NaN. */
export function floatingToI64(x: number): Int64 {
  if (x <= LARGEST_SAFE && x >= -LARGEST_SAFE) return Math.trunc(x) + 0;
  if (x >= TWO_63) return LARGEST_I64;
  return x > -TWO_63 ? BigInt(x) : SMALLEST_I64;
}

/** `(unsigned long long)x` of any floating-point value: truncated, saturating; 2⁶³ for NaN. */
export function floatingToU64(x: number): Int64 {
  if (x <= LARGEST_SAFE) return x >= 1 ? Math.trunc(x) : 0;
  if (x >= TWO_64) return LARGEST_U64;
  return x > 0 ? BigInt(x) : -SMALLEST_I64;
}

/** A value whose upper word is at least −2²¹ and below 2²¹, so that only −2⁵³ is no safe integer. */
function safeFromWords(low: number, high: number): Int64 {
  const value = high * WORD + (low >>> 0);
  return value < -LARGEST_SAFE ? BigInt(value) : value;
}
