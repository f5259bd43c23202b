/**
 * `half` (11 significant bits) and `bfloat16` (8). A value is a number that the format holds exactly. An operation is done in double and
 * rounded (`roundHalf(a + b)` is `__hadd`): a double has enough bits for sums, products, quotients and square roots to come out as if
 * rounded once. Conversions to integers are in int32.ts and int64.ts.
 */
import { floatFromBits, floatToBits, oddSum, roundDirected, type Direction, type Format } from "./bits.ts";

const NAN_BITS = 0x7fff;
const TWO_24 = 0x100_0000;
const TWO_81 = 0x2_0000_0000_0000_0000_0000;
const TWO_112 = 0x1_0000_0000_0000_0000_0000_0000_0000;

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);

/** Any double, to nearest, ties to even: `__float2half`, `__double2half`, `__int2half_rn`. */
export function roundHalf(x: number): number {
  return round(x, 10, 0x3f10_0000, 0x40ef_fe00, 1.5 * 0x1000_0000);
}

/** Any double, to nearest, ties to even: `__float2bfloat16`, `__double2bfloat16`, `__int2bfloat16_rn`. */
export function roundBfloat16(x: number): number {
  return round(x, 13, 0x3810_0000, 0x47ef_f000, 1.5 / TWO_81);
}

/** `__float2half_rz`, `_ru`, `_rd` */
export function roundHalfDirected(x: number, direction: Direction): number {
  return roundDirected(x, roundHalf(x), direction, HALF);
}

/** `__float2bfloat16_rz`, `_ru`, `_rd` */
export function roundBfloat16Directed(x: number, direction: Direction): number {
  return roundDirected(x, roundBfloat16(x), direction, BFLOAT16);
}

/** `__hfma` of half: rounded once. */
export function fmaHalf(a: number, b: number, c: number): number {
  return roundHalf(oddSum(a * b, c));
}

/** `__hfma` of bfloat16: rounded once. */
export function fmaBfloat16(a: number, b: number, c: number): number {
  return roundBfloat16(oddSum(a * b, c));
}

/** `__half_as_ushort` */
export function halfToBits(x: number): number {
  if (x !== x) return NAN_BITS;
  const bits = floatToBits(x);
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fff_ffff;
  if (magnitude < 0x3880_0000) return sign | (Math.abs(x) * TWO_24);
  return sign | (magnitude === 0x7f80_0000 ? 0x7c00 : (magnitude >>> 13) - 0x1_c000);
}

/** `__ushort_as_half` */
export function halfFromBits(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  if ((bits & 0x7c00) === 0x7c00) return bits & 0x3ff ? NaN : sign * Infinity;
  // A float's exponent is biased by 112 more.
  return sign * floatFromBits((bits & 0x7fff) << 13) * TWO_112;
}

/** `__bfloat16_as_ushort` */
export function bfloat16ToBits(x: number): number {
  return x === x ? floatToBits(x) >>> 16 : NAN_BITS;
}

/** `__ushort_as_bfloat16` */
export function bfloat16FromBits(bits: number): number {
  return floatFromBits(bits << 16);
}

const HALF: Format = { toBits: halfToBits, fromBits: halfFromBits };
const BFLOAT16: Format = { toBits: bfloat16ToBits, fromBits: bfloat16FromBits };

/**
 * Rounds to the nearest value of a format, ties to even. The format has `dropped` bits less than the upper word of a double has;
 * `smallestNormal` and `overflow` are the upper words of its smallest normal number and of the smallest number that rounds to infinity.
 * Adding and subtracting `shifter` rounds a subnormal number.
 */
function round(x: number, dropped: number, smallestNormal: number, overflow: number, shifter: number): number {
  double[0] = x;
  const high = words[1]!;
  const magnitude = high & 0x7fff_ffff;
  if (magnitude >= overflow) return x > 0 ? Infinity : x < 0 ? -Infinity : x;
  if (magnitude < smallestNormal) {
    const rounded = x + shifter - shifter;
    return rounded === 0 ? x * 0 : rounded;
  }
  const step = 1 << dropped;
  const rest = high & (step - 1);
  const upwards = rest > step >> 1 || (rest === step >> 1 && (words[0] !== 0 || (high & step) !== 0));
  words[1] = high - rest + (upwards ? step : 0);
  words[0] = 0;
  return double[0]!;
}
