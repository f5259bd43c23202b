import type { Product } from "./fragments.ts";

// How tensor cores of a Hopper GPU add, found on an H200: hardware/data/mma-rounding-h200.jsonl and wgmma-rounding-h200.jsonl. Which instructions a
// wmma or an fp8 product of mma becomes, nvcc 13.0 says (`cuobjdump -sass`).

/** The formats whose products the rule covers, with the exponent of their smallest normal number. */
export const LEAST_EXPONENT = { f16: -14, bf16: -126, tf32: -126, e4m3: -6, e5m2: -14 } as const;
export type FloatFactor = keyof typeof LEAST_EXPONENT;

/** Bits behind the point that an aligned addend keeps; the point is behind the largest exponent's one. */
export const KEPT_BITS = 25;
/** The same in a product of bytes by a warpgroup, whose sums keep as many. */
const KEPT_BITS_OF_BYTES = 13;
/** The least exponent to which addends are aligned. */
export const LEAST_ALIGNMENT = -133;

/** A product of matrices as `mma.sync` names it: `m16n8k16.row.col.f32.f16.f16.f32`. */
export interface MatrixProduct extends Product {
  readonly type: "f16" | "bf16" | "tf32" | "s8" | "u8" | "f64";
  /** Where it is another one than that of a: bytes may be signed in one matrix only. */
  readonly typeOfB?: "s8" | "u8";
  readonly sum: "f32" | "f16" | "s32" | "f64";
  /** Whether sums of integers stay at the ends of their range: `.satfinite`. */
  readonly saturates?: true;
}

/** A product of floating-point numbers, by one instruction or by those that wmma becomes. */
export interface TensorProduct extends Product {
  readonly type: FloatFactor;
  /** Where it is another one than that of a: a warpgroup multiplies both formats of a byte with each other. */
  readonly typeOfB?: FloatFactor;
  readonly sum: "f32" | "f16";
  /**
   * The instruction. `wmma::mma_sync` is several instructions of the GPU; of tf32 each takes four columns of a. `mma.sync` turns bytes into
   * halves; a warpgroup's `wgmma` doesn't.
   */
  readonly by: "mma" | "wmma" | "wgmma";
}

/**
 * d = a b + c as tensor cores round it. Each product is exact. The products of one sum and its addend are aligned to the largest exponent among
 * them (that of a product is the sum of its factors' exponents, and zeros have none); what lies 25 bits or more behind it is cut off each of them; the rest is
 * added exactly and rounded: to a float towards zero, to a half to the nearest. Of bytes that a warpgroup multiplies, 13 bits are kept of each, and of
 * the sum.
 *
 * @param a by rows, and `b` by columns: numbers that the type holds exactly
 * @param c by rows, as is the result
 */
export function productByRule(product: TensorProduct, a: Float64Array, b: Float64Array, c: Float64Array): Float64Array {
  const { m, n, k, type, sum } = product;
  const least = LEAST_EXPONENT[type];
  exponentsOf(a, m * k, least, exponentsOfA);
  exponentsOf(b, n * k, LEAST_EXPONENT[product.typeOfB ?? type], exponentsOfB);
  const d = new Float64Array(m * n);
  const parts = partsOf(product);
  const isByte = isByteFormat(type);
  const isApart = isByte && product.by !== "wgmma";
  const isHalf = sum === "f16";
  const keptBits = isByte && !isApart ? KEPT_BITS_OF_BYTES : KEPT_BITS;
  const leastOfSum = isHalf ? LEAST_EXPONENT.f16 : LEAST_EXPONENT.bf16;
  for (let row = 0; row < m; row++) {
    for (let column = 0; column < n; column++) {
      const addend = c[row * n + column]!;
      // Bytes of an mma are added up by themselves, and the addend is added to them as any float is.
      let total = isApart ? 0 : addend;
      for (let part = 0; part < parts.length; part++) {
        const aligned = alignedSum(parts[part]!, a, row * k, b, column * k, total, leastOfSum, keptBits);
        total = isHalf ? nearestHalf(aligned) : towardsZero(keptBits === KEPT_BITS ? aligned : shortened(aligned, keptBits));
      }
      d[row * n + column] = isApart ? Math.fround(total + addend) : total;
    }
  }
  return d;
}

/** Whether all products of a row and a column, and their addend, are added up together, and 25 bits are kept of each. */
export function isOneSum({ type, by }: TensorProduct): boolean {
  return !isByteFormat(type) && !(type === "tf32" && by === "wmma");
}

/** The places along k that are added up together, one part after the other. */
function partsOf({ k, type, by }: TensorProduct): readonly Int32Array[] {
  const key = `${k} ${type} ${by}`;
  let parts = knownParts.get(key);
  if (!parts) {
    const all = Int32Array.from({ length: k }, (_, place) => place);
    // A register has four bytes: its lower two become a register of halves, then its upper two.
    if (isByteFormat(type) && by !== "wgmma") parts = [all.filter((place) => place % 4 < 2), all.filter((place) => place % 4 >= 2)];
    else parts = type === "tf32" && by === "wmma" ? [all.slice(0, 4), all.slice(4)] : [all];
    knownParts.set(key, parts);
  }
  return parts;
}

const isByteFormat = (type: FloatFactor): boolean => type === "e4m3" || type === "e5m2";

const knownParts = new Map<string, readonly Int32Array[]>();

// What one product needs, kept for the next: a kernel has millions.
const MOST_FACTORS = 256 * 32;
const exponentsOfA = new Int32Array(MOST_FACTORS);
const exponentsOfB = new Int32Array(MOST_FACTORS);
const products = new Float64Array(32);

/** The largest exponent of a product, and powers of two by their exponents: from the first on. */
const LARGEST_EXPONENT = 256;
export const POWERS = Float64Array.from(
  { length: LARGEST_EXPONENT - LEAST_ALIGNMENT + 1 },
  (_, index) => 2 ** (LEAST_ALIGNMENT + index - KEPT_BITS),
);

function alignedSum(
  places: Int32Array,
  a: Float64Array,
  startA: number,
  b: Float64Array,
  startB: number,
  addend: number,
  leastOfSum: number,
  keptBits: number,
): number {
  let largest = LEAST_ALIGNMENT;
  if (addend !== 0) largest = Math.max(largest, exponentOf(addend, leastOfSum));
  let check = addend;
  let isZero = addend === 0;
  for (let index = 0; index < places.length; index++) {
    const atA = startA + places[index]!;
    const atB = startB + places[index]!;
    const product = a[atA]! * b[atB]!;
    products[index] = product;
    check += product;
    if (product === 0) continue;
    isZero = false;
    const exponent = exponentsOfA[atA]! + exponentsOfB[atB]!;
    if (exponent > largest) largest = exponent;
  }
  // Infinities and NaN are those of any addition. Without them, a double holds the largest sum.
  if (check - check !== 0) return check;
  if (isZero) return 0;
  const unit = keptBits === KEPT_BITS ? POWERS[largest - LEAST_ALIGNMENT]! : 2 ** (largest - keptBits);
  const perUnit = 1 / unit;
  let units = Math.trunc(addend * perUnit);
  for (let index = 0; index < places.length; index++) units += Math.trunc(products[index]! * perUnit);
  return units * unit;
}

function exponentsOf(values: Float64Array, length: number, least: number, exponents: Int32Array): void {
  for (let index = 0; index < length; index++) exponents[index] = exponentOf(values[index]!, least);
}

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);

/** The exponent of a number in a format: subnormal numbers have that of the smallest normal one. */
function exponentOf(value: number, least: number): number {
  double[0] = value;
  const exponent = ((words[1]! >>> 20) & 0x7ff) - 1023;
  return exponent < least ? least : exponent;
}

/** A number without what lies so many bits behind its first. */
function shortened(value: number, bits: number): number {
  if (value === 0 || value - value !== 0) return value;
  const unit = 2 ** (exponentOf(value, LEAST_EXPONENT.bf16) - bits);
  return Math.trunc(value / unit) * unit;
}

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

export function towardsZero(value: number): number {
  float[0] = value;
  if (Number.isFinite(value) && Math.abs(value) < 2 ** 128) {
    if (Math.abs(float[0]) > Math.abs(value)) bits[0]!--;
  }
  // There is no negative zero.
  return float[0] === 0 ? 0 : float[0];
}

const LARGEST_HALF = 65504;

export function nearestHalf(value: number): number {
  if (!Number.isFinite(value)) return value;
  const step = 2 ** (exponentOf(value, LEAST_EXPONENT.f16) - 10);
  // A double has 52 bits behind the point: adding so much leaves whole steps, rounded to even.
  const shift = 1.5 * 2 ** 52 * step;
  const rounded = value + shift - shift;
  return Math.abs(rounded) > LARGEST_HALF ? Math.sign(value) * Infinity : rounded;
}

/** d = a b + c of bytes, exactly; a sum of 32 bits wraps around, or with `saturates` stays at the end of its range. */
export function integerProduct(
  { m, n, k }: Pick<Product, "m" | "n" | "k">,
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  c: ArrayLike<number>,
  saturates: boolean,
): Float64Array {
  const d = new Float64Array(m * n);
  for (let row = 0; row < m; row++) {
    for (let column = 0; column < n; column++) {
      let total = c[row * n + column]!;
      for (let place = 0; place < k; place++) total += a[row * k + place]! * b[column * k + place]!;
      d[row * n + column] = saturates ? Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, total)) : total | 0;
    }
  }
  return d;
}
