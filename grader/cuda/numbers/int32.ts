/**
 * Operations on integers of up to 32 bits that JavaScript lacks, as an H200 does them. `I32` takes and returns `int` (−2³¹ to 2³¹ − 1),
 * `U32` takes and returns `unsigned int` (0 to 2³² − 1); no value is -0. What JavaScript has is written in place: `(a + b) | 0` and
 * `(a + b) >>> 0`, `Math.imul(a, b)` and `Math.imul(a, b) >>> 0`, `(x << 24) >> 24` for `(signed char)x`.
 */

const LARGEST_I32 = 0x7fff_ffff;
const SMALLEST_I32 = -0x8000_0000;
const LARGEST_U32 = 0xffff_ffff;

/** By zero: -1, as compiled code gives on an H200. The smallest value divided by -1 is itself. */
export function divideI32(a: number, b: number): number {
  return b === 0 ? -1 : (a / b) | 0;
}

/** By zero: 2³² − 1, as compiled code gives on an H200. */
export function divideU32(a: number, b: number): number {
  return b === 0 ? LARGEST_U32 : (a / b) >>> 0;
}

/** Has the sign of the dividend. By zero: the dividend. */
export function remainderI32(a: number, b: number): number {
  return b === 0 ? a : (a % b) | 0;
}

/** By zero: the dividend. */
export function remainderU32(a: number, b: number): number {
  return b === 0 ? a : a % b;
}

/**
 * Shift counts are read as 32 unsigned bits. A count of 32 and more, so a negative one too, shifts everything out: the result is 0, or the
 * sign (0 or -1) for `>>` of a signed value. C leaves this undefined; it is what the hardware does.
 */
export function shiftLeftI32(a: number, count: number): number {
  return count >>> 0 > 31 ? 0 : a << count;
}

/** Counts as in `shiftLeftI32`. */
export function shiftLeftU32(a: number, count: number): number {
  return count >>> 0 > 31 ? 0 : (a << count) >>> 0;
}

/** Counts as in `shiftLeftI32`. */
export function shiftRightI32(a: number, count: number): number {
  return a >> (count >>> 0 > 31 ? 31 : count);
}

/** Counts as in `shiftLeftI32`. */
export function shiftRightU32(a: number, count: number): number {
  return count >>> 0 > 31 ? 0 : a >>> count;
}

/** `abs`: the smallest value stays as it is. */
export function absoluteI32(a: number): number {
  return a < 0 ? -a | 0 : a;
}

/** `__mulhi`: the upper 32 of the product's 64 bits. */
export function multiplyHighI32(a: number, b: number): number {
  return (multiplyHighU32(a >>> 0, b >>> 0) - (a < 0 ? b : 0) - (b < 0 ? a : 0)) | 0;
}

/** `__umulhi` */
export function multiplyHighU32(a: number, b: number): number {
  // No step exceeds 2⁵³.
  return Math.floor((a * (b >>> 16) + Math.floor((a * (b & 0xffff)) / 0x1_0000)) / 0x1_0000);
}

/** `__mul24`: the lower 32 bits of the product of the factors' lower 24 bits. */
export function multiply24I32(a: number, b: number): number {
  return Math.imul((a << 8) >> 8, (b << 8) >> 8);
}

/** `__umul24` */
export function multiply24U32(a: number, b: number): number {
  return Math.imul(a & 0xff_ffff, b & 0xff_ffff) >>> 0;
}

/** `__popc`: ones in the lower 32 bits of any integer. */
export function populationCount32(a: number): number {
  let counts = a - ((a >>> 1) & 0x5555_5555);
  counts = (counts & 0x3333_3333) + ((counts >>> 2) & 0x3333_3333);
  return Math.imul((counts + (counts >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

/** `__ffs`: position of the lowest one, counted from 1; 0 for 0. (`__clz` is `Math.clz32`.) */
export function findFirstSet32(a: number): number {
  return 32 - Math.clz32(a & -a);
}

/** The position of the nth one, both counted from 0; -1 if there are fewer. */
export function nthSetBit(a: number, n: number): number {
  let rest = a;
  for (let skipped = 0; skipped < n; skipped++) rest &= rest - 1;
  return 31 - Math.clz32(rest & -rest);
}

/** `__brev` */
export function reverseBits32(a: number): number {
  let bits = ((a >>> 1) & 0x5555_5555) | ((a & 0x5555_5555) << 1);
  bits = ((bits >>> 2) & 0x3333_3333) | ((bits & 0x3333_3333) << 2);
  bits = ((bits >>> 4) & 0x0f0f_0f0f) | ((bits & 0x0f0f_0f0f) << 4);
  bits = ((bits >>> 8) & 0x00ff_00ff) | ((bits & 0x00ff_00ff) << 8);
  return ((bits >>> 16) | (bits << 16)) >>> 0;
}

/** `__byte_perm`: byte i is the byte of x (0 to 3) or y (4 to 7) that the lower three bits of the selector's hexadecimal digit i name. */
export function bytePermutation(x: number, y: number, selector: number): number {
  let bytes = 0;
  for (let shift = 0; shift < 16; shift += 4) {
    const chosen = selector >>> shift;
    bytes |= (((chosen & 4 ? y : x) >>> ((chosen & 3) * 8)) & 0xff) << (shift * 2);
  }
  return bytes >>> 0;
}

/** `__funnelshift_l`: the upper word of high:low shifted left by count mod 32. */
export function funnelShiftLeft(low: number, high: number, count: number): number {
  const bits = count & 31;
  return bits === 0 ? high >>> 0 : ((high << bits) | (low >>> (32 - bits))) >>> 0;
}

/** `__funnelshift_lc`: a count above 32 counts as 32. */
export function funnelShiftLeftClamped(low: number, high: number, count: number): number {
  return count >>> 0 > 31 ? low >>> 0 : funnelShiftLeft(low, high, count);
}

/** `__funnelshift_r`: the lower word of high:low shifted right by count mod 32. */
export function funnelShiftRight(low: number, high: number, count: number): number {
  const bits = count & 31;
  return bits === 0 ? low >>> 0 : ((low >>> bits) | (high << (32 - bits))) >>> 0;
}

/** `__funnelshift_rc`: a count above 32 counts as 32. */
export function funnelShiftRightClamped(low: number, high: number, count: number): number {
  return count >>> 0 > 31 ? high >>> 0 : funnelShiftRight(low, high, count);
}

/** `__sad`, an `unsigned int`: |a − b| + sum. For unsigned operands, `__usad`. */
export function sumOfAbsoluteDifference(a: number, b: number, sum: number): number {
  return ((a > b ? a - b : b - a) + sum) >>> 0;
}

/** `__hadd`: half of the sum, rounded down. For unsigned operands, `__uhadd` is this `>>> 0`. */
export function halfOfSum(a: number, b: number): number {
  return Math.floor((a + b) / 2);
}

/** `__rhadd`: half of the sum, rounded up. For unsigned operands, `__urhadd`. */
export function halfOfSumUp(a: number, b: number): number {
  return Math.floor((a + b + 1) / 2);
}

/** `__dp4a` of `int`s: the products of four pairs of signed bytes, added to a sum. */
export function dotProduct4I32(a: number, b: number, sum: number): number {
  let total = sum;
  for (let shift = 24; shift >= 0; shift -= 8) total += ((a << shift) >> 24) * ((b << shift) >> 24);
  return total | 0;
}

/** `__dp4a` of `unsigned int`s. */
export function dotProduct4U32(a: number, b: number, sum: number): number {
  let total = sum;
  for (let shift = 24; shift >= 0; shift -= 8) total += ((a << shift) >>> 24) * ((b << shift) >>> 24);
  return total >>> 0;
}

/**
 * `(int)x` of a float, half or bfloat16: truncated, saturating; 0 for NaN. A conversion of a float or double to a shorter integer cuts what
 * this or `floatToU32` gives, as nvcc compiles it: `(short)1e9f` is the lower half of 10⁹.
 */
export function floatToI32(x: number): number {
  if (x >= LARGEST_I32) return LARGEST_I32;
  return x > SMALLEST_I32 ? x | 0 : x <= SMALLEST_I32 ? SMALLEST_I32 : 0;
}

/** `(unsigned int)x` of a float, half or bfloat16: truncated, saturating; 0 for NaN. */
export function floatToU32(x: number): number {
  if (x >= LARGEST_U32) return LARGEST_U32;
  return x > 0 ? x >>> 0 : 0;
}

/** `(int)x` of a double: as of a float, except that NaN gives the smallest value. */
export function doubleToI32(x: number): number {
  if (x >= LARGEST_I32) return LARGEST_I32;
  return x > SMALLEST_I32 ? x | 0 : SMALLEST_I32;
}

/** `(unsigned int)x` of a double: as of a float, except that NaN gives 2³¹. */
export function doubleToU32(x: number): number {
  return x === x ? floatToU32(x) : -SMALLEST_I32;
}

/** `(short)x` and the like of a half or bfloat16: truncated, saturating between the type's limits; 0 for NaN. */
export function halfToInteger(x: number, smallest: number, largest: number): number {
  if (x >= largest) return largest;
  return x > smallest ? x | 0 : x <= smallest ? smallest : 0;
}
