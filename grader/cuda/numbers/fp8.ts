/**
 * The two formats of eight bits: `e4m3` (four bits of exponent, three of fraction; no infinities, one NaN of each sign) and `e5m2` (five and
 * two; the upper byte of a half). A value is a number that the format holds exactly.
 */
import { halfFromBits } from "./half.ts";

interface Fp8Format {
  readonly fractionBits: number;
  /** The exponent of the smallest normal number. */
  readonly leastExponent: number;
  /** The bits of the largest finite number. */
  readonly mostFinite: number;
  /** The bits of what a larger number becomes unless it saturates: infinity, or NaN where the format has none. */
  readonly beyond: number;
}

export const E4M3: Fp8Format = { fractionBits: 3, leastExponent: -6, mostFinite: 0x7e, beyond: 0x7f };
export const E5M2: Fp8Format = { fractionBits: 2, leastExponent: -14, mostFinite: 0x7b, beyond: 0x7c };

const NAN_BITS = 0x7f;

/** The formats in the order of `__nv_fp8_interpretation_t`. */
const FORMATS = [E4M3, E5M2] as const;

/** `__nv_cvt_float_to_fp8`. A NaN loses its sign, as there. @param saturation a `__nv_saturation_t`: 0 or 1, `__NV_SATFINITE` */
export function fp8FromFloat(x: number, saturation: number, interpretation: number): number {
  return fp8ToBits(x, FORMATS[interpretation]!, saturation !== 0);
}

/**
 * `__nv_cvt_double_to_fp8`. It keeps of a NaN the sign and, in `e5m2`, the second bit of the fraction: of the lab's only NaN,
 * 0x7ff8000000000000, that makes 0x7f and 0x7e; one with other bits has another code on a GPU.
 */
export function fp8FromDouble(x: number, saturation: number, interpretation: number): number {
  return x !== x && interpretation === 1 ? 0x7e : fp8FromFloat(x, saturation, interpretation);
}

/** `__nv_cvt_float2_to_fp8x2`: the first in the lower byte. */
export function fp8PairFromFloats(x: number, y: number, saturation: number, interpretation: number): number {
  return fp8FromFloat(x, saturation, interpretation) | (fp8FromFloat(y, saturation, interpretation) << 8);
}

/** `__nv_cvt_fp8_to_halfraw`, as the number. Of two bytes, the lower one. */
export function numberFromFp8(bits: number, interpretation: number): number {
  return interpretation === 0 ? e4m3FromBits(bits & 0xff) : e5m2FromBits(bits & 0xff);
}

/** Any number to nearest, ties to even. With `saturates` (`__NV_SATFINITE`), infinities become finite too. */
export function fp8ToBits(x: number, format: Fp8Format, saturates: boolean): number {
  if (x !== x) return NAN_BITS;
  const sign = x < 0 || Object.is(x, -0) ? 0x80 : 0;
  const magnitude = Math.abs(x);
  const bits = magnitude === Infinity ? Infinity : roundedBits(magnitude, format);
  if (bits <= format.mostFinite) return sign | bits;
  return sign | (saturates ? format.mostFinite : format.beyond);
}

/** The number that eight bits of `e4m3` stand for. */
export function e4m3FromBits(bits: number): number {
  if ((bits & 0x7f) === NAN_BITS) return NaN;
  const sign = bits & 0x80 ? -1 : 1;
  const exponent = (bits >> 3) & 15;
  const fraction = bits & 7;
  return sign * (exponent === 0 ? fraction : 8 + fraction) * 2 ** (Math.max(exponent, 1) - 10);
}

/** The number that eight bits of `e5m2` stand for. */
export function e5m2FromBits(bits: number): number {
  return halfFromBits(bits << 8);
}

/** The bits of the nearest number, as if exponents had no end: larger numbers have larger bits. */
function roundedBits(magnitude: number, format: Fp8Format): number {
  const { fractionBits, leastExponent } = format;
  if (magnitude === 0) return 0;
  let exponent = Math.floor(Math.log2(magnitude));
  // A logarithm may round up to the next integer.
  if (2 ** exponent > magnitude) exponent--;
  exponent = Math.max(exponent, leastExponent);
  const steps = magnitude * 2 ** (fractionBits - exponent);
  const below = Math.floor(steps);
  const rest = steps - below;
  const rounded = rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below;
  return rounded + (exponent - leastExponent) * 2 ** fractionBits;
}
