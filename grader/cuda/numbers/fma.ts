/** Multiplications and additions that are rounded once. (Those of `half` are in half.ts.) */
import { doubleFromWords, doubleHighWord, doubleLowWord, oddSum } from "./bits.ts";

/** 2²⁷ + 1 splits a double into two halves of at most 26 bits. */
const SPLITTER = 0x800_0001;
/** Between these magnitudes, no step of `fmaDouble` overflows or loses bits. */
const LARGEST = 1e290;
const SMALLEST_PRODUCT = 1e-290;
const TWO_MINUS_1022 = 2.2250738585072014e-308;

/** `fmaf`: a · b + c rounded once. The product of two floats is exact in double. */
export function fmaFloat(a: number, b: number, c: number): number {
  return Math.fround(oddSum(a * b, c));
}

/** `fma`: a · b + c rounded once. */
export function fmaDouble(a: number, b: number, c: number): number {
  const product = a * b;
  const size = Math.abs(product);
  const isOrdinary = size > SMALLEST_PRODUCT && size < LARGEST && Math.abs(a) < LARGEST && Math.abs(b) < LARGEST && Math.abs(c) < LARGEST;
  if (!isOrdinary) return fmaOfAny(a, b, c);
  // Dekker's product, then the sum of Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums" (2008).
  const aShifted = a * SPLITTER;
  const bShifted = b * SPLITTER;
  const aHigh = aShifted - (aShifted - a);
  const bHigh = bShifted - (bShifted - b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  const productError = aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
  const tail = c + productError;
  const tailPart = tail - c;
  const tailError = c - (tail - tailPart) + (productError - tailPart);
  const sum = product + tail;
  const sumPart = sum - product;
  const sumError = product - (sum - sumPart) + (tail - sumPart);
  return sum + oddSum(tailError, sumError);
}

function fmaOfAny(a: number, b: number, c: number): number {
  if (!Number.isFinite(a) || !Number.isFinite(b) || a === 0 || b === 0) return a * b + c;
  if (!Number.isFinite(c)) return c;
  if (c === 0) return a * b;
  const [aInteger, aExponent] = integerAndExponent(a);
  const [bInteger, bExponent] = integerAndExponent(b);
  const [cInteger, cExponent] = integerAndExponent(c);
  const exponent = Math.min(aExponent + bExponent, cExponent);
  const product = (aInteger * bInteger) << BigInt(aExponent + bExponent - exponent);
  return roundedDouble(product + (cInteger << BigInt(cExponent - exponent)), exponent);
}

/** A finite number other than 0 as an integer times a power of two. */
function integerAndExponent(x: number): [integer: bigint, exponent: number] {
  const high = doubleHighWord(x);
  const biased = (high >>> 20) & 0x7ff;
  const magnitude = (BigInt(high & 0xf_ffff) << 32n) | BigInt(doubleLowWord(x) >>> 0);
  const integer = biased > 0 ? magnitude | 0x10_0000_0000_0000n : magnitude;
  return [x < 0 ? -integer : integer, Math.max(biased, 1) - 1075];
}

/** integer · 2^exponent to nearest, ties to even. */
function roundedDouble(integer: bigint, exponent: number): number {
  if (integer === 0n) return 0;
  const magnitude = integer < 0n ? -integer : integer;
  const lastExponent = Math.max(exponent + magnitude.toString(2).length - 53, -1074);
  let kept: bigint;
  if (lastExponent > exponent) {
    const dropped = BigInt(lastExponent - exponent);
    kept = magnitude >> dropped;
    const rest = magnitude - (kept << dropped);
    const half = 1n << (dropped - 1n);
    if (rest > half || (rest === half && (kept & 1n) === 1n)) kept += 1n;
  } else {
    kept = magnitude << BigInt(exponent - lastExponent);
  }
  const significand = integer < 0n ? -Number(kept) : Number(kept);
  if (lastExponent > 971) return significand * Infinity;
  if (lastExponent >= -1022) return significand * powerOfTwo(lastExponent);
  return significand * TWO_MINUS_1022 * powerOfTwo(lastExponent + 1022);
}

/** 2 to an exponent from -1022 to 1023. */
function powerOfTwo(exponent: number): number {
  return doubleFromWords((exponent + 1023) << 20, 0);
}
