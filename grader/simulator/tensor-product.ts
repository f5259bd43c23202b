import { FactorLines, trailingZeros } from "./factor-lines.ts";
import {
  KEPT_BITS,
  LEAST_ALIGNMENT,
  LEAST_EXPONENT,
  POWERS,
  isOneSum,
  nearestHalf,
  productByRule,
  towardsZero,
  type TensorProduct,
} from "./tensor-sum.ts";

/** `productByRule`, which it equals bit for bit: several times as fast where all numbers are finite. */
export function tensorProduct(product: TensorProduct, a: Float64Array, b: Float64Array, c: Float64Array): Float64Array {
  return finiteProduct(product, a, b, c) ?? productByRule(product, a, b, c);
}

const factorsOfA = new FactorLines();
const factorsOfB = new FactorLines();
const MOST_SUMS = 64 * 256;
const addends = new Float64Array(MOST_SUMS);
const wordsOfAddends = new Int32Array(addends.buffer);
// Of one row of sums, by their columns:
const MOST_COLUMNS = 256;
const sums = new Float64Array(MOST_COLUMNS);
const largestExponents = new Int32Array(MOST_COLUMNS);
const areExact = new Uint8Array(MOST_COLUMNS);
/** How many steps of the sum's alignment make 1. */
const perUnit = new Float64Array(MOST_COLUMNS);
/** The least power of two, and the greatest, of which a float's addends are multiples and no alignment cuts anything off. */
const LEAST_FINEST = LEAST_EXPONENT.bf16 - 23;
const MOST_FINEST = 64;
/** Places along k that are added up at a time: every k is a multiple. */
const STEP = 4;

/**
 * `productByRule` of finite numbers, where all products of a row and a column make one sum; undefined for any other.
 *
 * Nothing is cut off a sum of which all addends are multiples of one power of two, 25 bits or less behind the largest exponent: it is the
 * exact sum, whatever the order, and a double holds it.
 */
function finiteProduct(product: TensorProduct, a: Float64Array, b: Float64Array, c: Float64Array): Float64Array | undefined {
  const { m, n, k, type, sum } = product;
  if (k % STEP !== 0 || !isOneSum(product)) return undefined;
  const least = LEAST_EXPONENT[type];
  if (!factorsOfA.take(a, m, k, least) || !factorsOfB.take(b, n, k, least)) return undefined;
  const isHalf = sum === "f16";
  const leastOfSum = isHalf ? LEAST_EXPONENT.f16 : LEAST_EXPONENT.bf16;
  const d = new Float64Array(m * n);
  if (!isHalf && isFloatProduct(m, n, k, c, d)) return d;
  for (let index = 0; index < m * n; index++) addends[index] = c[index]!;
  for (let row = 0; row < m; row++) {
    const cutOff = compareAddends(row, n, leastOfSum);
    if (cutOff === undefined) return undefined;
    if (cutOff < n) addExactly(row * k, k, n);
    for (let column = 0; column < n; column++) {
      const total = sums[column]! + addends[row * n + column]!;
      if (areExact[column] !== 0) d[row * n + column] = isHalf ? nearestHalf(total) : towardsZero(total);
    }
    if (cutOff === 0) continue;
    addAligned(row, k, n);
    for (let column = 0; column < n; column++) {
      const total = sums[column]!;
      if (areExact[column] === 0) d[row * n + column] = isHalf ? nearestHalf(total) : towardsZero(total);
    }
  }
  return d;
}

/** Integers up to this magnitude are floats. */
const LARGEST_INTEGER = 2 ** 24;

/**
 * Makes the product if all addends of all sums are multiples of one power of two, so few of them that nothing is cut off and all sums are
 * floats. Returns false if they are not, for certain.
 */
function isFloatProduct(m: number, n: number, k: number, c: Float64Array, d: Float64Array): boolean {
  const finest = factorsOfA.finestOfAll + factorsOfB.finestOfAll;
  const isFine = finest >= LEAST_FINEST && finest <= MOST_FINEST;
  if (!isFine || factorsOfA.largestOfAll + factorsOfB.largestOfAll > finest + KEPT_BITS) return false;
  const perUnit = POWERS[KEPT_BITS - LEAST_ALIGNMENT - finest]!;
  for (let row = 0; row < m; row++) {
    addExactly(row * k, k, n);
    for (let column = 0, at = row * n; column < n; column++, at++) {
      const total = sums[column]! + c[at]!;
      const units = c[at]! * perUnit;
      // An infinite addend is none either, nor NaN.
      if ((units | 0) !== units || units > LARGEST_INTEGER || units < -LARGEST_INTEGER) return false;
      if (total * perUnit > LARGEST_INTEGER || total * perUnit < -LARGEST_INTEGER) return false;
      // There is no negative zero.
      d[at] = total + 0;
    }
  }
  return true;
}

/**
 * Finds the sums of a row from which nothing is cut off, for certain. Returns how many others there are; undefined if an addend is infinite or
 * NaN. `largestExponents` begins with those of the addends.
 */
function compareAddends(row: number, columns: number, least: number): number | undefined {
  const largestOfRow = factorsOfA.largest[row]!;
  const finestOfRow = factorsOfA.finest[row]!;
  let cutOff = 0;
  for (let column = 0; column < columns; column++) {
    const high = wordsOfAddends[2 * (row * columns + column) + 1]!;
    let largest = LEAST_ALIGNMENT;
    let finest = finestOfRow + factorsOfB.finest[column]!;
    const biased = (high >>> 20) & 0x7ff;
    if (biased === 0x7ff) return undefined;
    if (biased !== 0) {
      const exponent = biased - 1023;
      // A float has 23 bits behind its first one, three of which are in the lower word.
      const low = wordsOfAddends[2 * (row * columns + column)]!;
      const lowest = low === 0 ? exponent - 20 + trailingZeros((high & 0xf_ffff) | 0x10_0000) : exponent - 52 + trailingZeros(low);
      if (lowest < finest) finest = lowest;
      largest = Math.max(largest, exponent, least);
    }
    largestExponents[column] = largest;
    const isExact = finest >= Math.max(largest, largestOfRow + factorsOfB.largest[column]!) - KEPT_BITS;
    areExact[column] = Number(isExact);
    if (!isExact) cutOff++;
  }
  return cutOff;
}

/** The exact sums of a row's products. */
function addExactly(startA: number, k: number, columns: number): void {
  const { values: a } = factorsOfA;
  const { values: b } = factorsOfB;
  for (let column = 0; column < columns; column++) sums[column] = 0;
  for (let from = 0; from < k; from += STEP) {
    const a0 = a[startA + from]!;
    const a1 = a[startA + from + 1]!;
    const a2 = a[startA + from + 2]!;
    const a3 = a[startA + from + 3]!;
    for (let column = 0, at = from; column < columns; column++, at += k)
      sums[column]! += a0 * b[at]! + a1 * b[at + 1]! + a2 * b[at + 2]! + a3 * b[at + 3]!;
  }
}

/** The sums of a row's products and addends, each of them aligned to the largest exponent. */
function addAligned(row: number, k: number, columns: number): void {
  const { values: a } = factorsOfA;
  const { values: b } = factorsOfB;
  for (let column = 0; column < columns; column++) {
    const largest = Math.max(largestExponents[column]!, largestOfProducts(row, column, k));
    largestExponents[column] = largest;
    perUnit[column] = 1 / POWERS[largest - LEAST_ALIGNMENT]!;
    sums[column] = Math.trunc(addends[row * columns + column]! * perUnit[column]!);
  }
  for (let from = 0, startA = row * k; from < k; from += STEP) {
    const a0 = a[startA + from]!;
    const a1 = a[startA + from + 1]!;
    const a2 = a[startA + from + 2]!;
    const a3 = a[startA + from + 3]!;
    for (let column = 0, at = from; column < columns; column++, at += k) {
      const per = perUnit[column]!;
      sums[column]! +=
        Math.trunc(a0 * b[at]! * per) +
        Math.trunc(a1 * b[at + 1]! * per) +
        Math.trunc(a2 * b[at + 2]! * per) +
        Math.trunc(a3 * b[at + 3]! * per);
    }
  }
  for (let column = 0; column < columns; column++) sums[column]! *= POWERS[largestExponents[column]! - LEAST_ALIGNMENT]!;
}

function largestOfProducts(row: number, column: number, k: number): number {
  // Mostly the largest factors meet.
  const meet = factorsOfA.largestPlaces[row]! & factorsOfB.largestPlaces[column]!;
  if (meet !== 0) return factorsOfA.largest[row]! + factorsOfB.largest[column]!;
  const { exponents: a } = factorsOfA;
  const { exponents: b } = factorsOfB;
  let largest = LEAST_ALIGNMENT;
  for (let place = 0; place < k; place++) {
    const exponent = a[row * k + place]! + b[column * k + place]!;
    if (exponent > largest) largest = exponent;
  }
  return largest;
}
