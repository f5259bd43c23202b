import type { Product } from "./fragments.ts";

// How tensor cores of a Hopper GPU add, found on an H200: hardware/data/mma-rounding-h200.jsonl. Which instructions a wmma or an fp8 product
// becomes, nvcc 13.0 says (`cuobjdump -sass`).

/** The formats whose products the rule covers, with the exponent of their smallest normal number. */
const LEAST_EXPONENT = { f16: -14, bf16: -126, tf32: -126, e4m3: -6, e5m2: -14 } as const;
export type FloatFactor = keyof typeof LEAST_EXPONENT;

/** Bits behind the point that an aligned addend keeps; the point is behind the largest exponent's one. */
const KEPT_BITS = 25;
/** The least exponent to which addends are aligned. */
const LEAST_ALIGNMENT = -133;

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
  readonly sum: "f32" | "f16";
  /** `wmma::mma_sync` is several instructions of the GPU; of tf32 each takes four columns of a. */
  readonly isWmma: boolean;
}

/**
 * d = a b + c as tensor cores round it. Each product is exact. The products of one sum and its addend are aligned to the largest exponent among
 * them (that of a product is the sum of its factors' exponents, and zeros have none); what lies 25 bits or more behind it is cut off each of them; the rest is
 * added exactly and rounded: to a float towards zero, to a half to the nearest.
 *
 * @param a by rows, and `b` by columns: numbers that the type holds exactly
 * @param c by rows, as is the result
 */
export function tensorProduct(product: TensorProduct, a: ArrayLike<number>, b: ArrayLike<number>, c: ArrayLike<number>): Float64Array {
  const { m, n, k, type, sum } = product;
  const least = LEAST_EXPONENT[type];
  const exponentsOfA = exponentsOf(a, m * k, least);
  const exponentsOfB = exponentsOf(b, n * k, least);
  const d = new Float64Array(m * n);
  const parts = partsOf(product);
  const isByte = type === "e4m3" || type === "e5m2";
  for (let row = 0; row < m; row++) {
    for (let column = 0; column < n; column++) {
      const addend = c[row * n + column]!;
      // Bytes are added up by themselves, and the addend is added to them as any float is.
      let total = isByte ? 0 : addend;
      for (const part of parts) {
        const aligned = alignedSum(part, a, exponentsOfA, row * k, b, exponentsOfB, column * k, total, sum === "f16" ? -14 : -126);
        total = sum === "f16" ? nearestHalf(aligned) : towardsZero(aligned);
      }
      d[row * n + column] = isByte ? Math.fround(total + addend) : total;
    }
  }
  return d;
}

/** The places along k that are added up together, one part after the other. */
function partsOf({ k, type, isWmma }: TensorProduct): readonly (readonly number[])[] {
  const all = Array.from({ length: k }, (_, place) => place);
  if (type === "tf32" && isWmma) return [all.slice(0, 4), all.slice(4)];
  // A register has four bytes: its lower two become a register of halves, then its upper two.
  if (type === "e4m3" || type === "e5m2") return [all.filter((place) => place % 4 < 2), all.filter((place) => place % 4 >= 2)];
  return [all];
}

function alignedSum(
  places: readonly number[],
  a: ArrayLike<number>,
  exponentsOfA: Int16Array,
  startA: number,
  b: ArrayLike<number>,
  exponentsOfB: Int16Array,
  startB: number,
  addend: number,
  leastOfSum: number,
): number {
  let largest = addend === 0 ? LEAST_ALIGNMENT : Math.max(LEAST_ALIGNMENT, exponentOf(addend, leastOfSum));
  let check = addend;
  let zeros = addend;
  for (const place of places) {
    const product = a[startA + place]! * b[startB + place]!;
    check += product;
    if (product === 0) continue;
    zeros = 1;
    const exponent = exponentsOfA[startA + place]! + exponentsOfB[startB + place]!;
    if (exponent > largest) largest = exponent;
  }
  // Infinities and NaN are those of any addition. Without them, a double holds the largest sum.
  if (!Number.isFinite(check)) return check;
  if (zeros === 0) return 0;
  const unit = 2 ** (largest - KEPT_BITS);
  let units = Math.trunc(addend / unit);
  for (const place of places) units += Math.trunc((a[startA + place]! * b[startB + place]!) / unit);
  return units * unit;
}

function exponentsOf(values: ArrayLike<number>, length: number, least: number): Int16Array {
  return Int16Array.from({ length }, (_, index) => exponentOf(values[index]!, least));
}

const double = new Float64Array(1);
const words = new Int32Array(double.buffer);

/** The exponent of a number in a format: subnormal numbers have that of the smallest normal one. */
function exponentOf(value: number, least: number): number {
  double[0] = value;
  return Math.max(((words[1]! >>> 20) & 0x7ff) - 1023, least);
}

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

function towardsZero(value: number): number {
  float[0] = value;
  if (Number.isFinite(value) && Math.abs(value) < 2 ** 128) {
    if (Math.abs(float[0]) > Math.abs(value)) bits[0]!--;
  }
  // There is no negative zero.
  return float[0] === 0 ? 0 : float[0];
}

const LARGEST_HALF = 65504;

function nearestHalf(value: number): number {
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
