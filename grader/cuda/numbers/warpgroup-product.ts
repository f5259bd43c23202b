import { ELEMENT_BYTES } from "#simulator/fragments.ts";
import { PRODUCT_ROW_BYTES } from "#simulator/matrix-descriptor.ts";
import { tensorProduct } from "#simulator/tensor-product.ts";
import { integerProduct } from "#simulator/tensor-sum.ts";
import { columnsOf, type WarpgroupProduct } from "#simulator/warpgroup-product.ts";
import { floatFromBits } from "./bits.ts";
import { bfloat16FromBits, halfFromBits, halfToBits } from "./half.ts";

/** A warp's share of a product. */
const WARP_ROWS = 16;
const WARP_SIZE = 32;

/** The matrices of a warp's share, in bytes: a row of a, and a column of b, has 32. */
export interface WarpFactors {
  /** 16 rows. */
  readonly a: Uint8Array;
  /** n columns. */
  readonly b: Uint8Array;
}

/**
 * One warp's share of `wgmma`: d = a b + c for 16 of its 64 rows.
 *
 * @param c the registers of lane 0, then those of lane 1, …; undefined for zeros
 * @param d as many registers
 */
export function multiplyWarpgroup(product: WarpgroupProduct, factors: WarpFactors, c: Float64Array | undefined, d: Float64Array): void {
  const { n, type, typeOfB = type, sum, saturates = false, negates } = product;
  const k = columnsOf(product);
  const [m, perLane] = [WARP_ROWS, d.length / WARP_SIZE];
  const a = elementsOf(type, factors.a.subarray(0, m * PRODUCT_ROW_BYTES), negates[0]);
  const b = elementsOf(typeOfB, factors.b.subarray(0, n * PRODUCT_ROW_BYTES), negates[1]);
  const addend = new Float64Array(m * n);
  if (c)
    eachSum(
      n,
      sum,
      perLane,
      (at, index, half) => (addend[at] = half === undefined ? c[index]! : halfFromBits((c[index]! >>> (16 * half)) & 0xffff)),
    );
  const total =
    type === "s8" || type === "u8"
      ? integerProduct({ m, n, k }, a, b, addend, saturates)
      : tensorProduct(
          { m, n, k, type, ...(isShort(typeOfB) && { typeOfB }), sum: sum === "f16" ? "f16" : "f32", by: "wgmma" },
          a,
          b,
          addend,
        );
  d.fill(0);
  eachSum(n, sum, perLane, (at, index, half) => {
    if (half === undefined) d[index] = total[at]!;
    else d[index] = (d[index]! | (halfToBits(total[at]!) << (16 * half))) >>> 0;
  });
}

const isShort = (type: WarpgroupProduct["type"]): type is "e4m3" | "e5m2" => type === "e4m3" || type === "e5m2";

/** Visits the sums of a warp: their places by rows, their registers, and of halves which of two. */
function eachSum(
  n: number,
  sum: WarpgroupProduct["sum"],
  perLane: number,
  visit: (at: number, index: number, half: number | undefined) => void,
): void {
  const isHalf = sum === "f16";
  for (let lane = 0; lane < WARP_SIZE; lane++) {
    for (let i = 0; i < n / 2; i++) {
      const at = ((lane >> 2) + 8 * ((i >> 1) & 1)) * n + 8 * (i >> 2) + 2 * (lane & 3) + (i & 1);
      visit(at, lane * perLane + (isHalf ? i >> 1 : i), isHalf ? i & 1 : undefined);
    }
  }
}

function elementsOf(type: NonNullable<WarpgroupProduct["type"]>, bytes: Uint8Array, negates: boolean): Float64Array {
  const size = ELEMENT_BYTES[type];
  const values = new Float64Array(bytes.length / size);
  for (let i = 0; i < values.length; i++) {
    let bits = 0;
    for (let byte = size - 1; byte >= 0; byte--) bits = (bits << 8) | bytes[size * i + byte]!;
    const value = elementOf(type, bits);
    values[i] = negates ? 0 - value : value;
  }
  return values;
}

function elementOf(type: WarpgroupProduct["type"], bits: number): number {
  switch (type) {
    case "f16":
      return halfFromBits(bits);
    case "bf16":
      return bfloat16FromBits(bits);
    // Of a float's 23 bits behind the point, tensor cores take ten.
    case "tf32":
      return floatFromBits(bits & -0x2000);
    case "s8":
      return (bits << 24) >> 24;
    case "u8":
      return bits;
    case "e4m3":
      return quarterFromBits(bits, 4);
    case "e5m2":
      // A half without the last eight bits of its fraction.
      return halfFromBits(bits << 8);
  }
}

/** The number that eight bits stand for, of which so many are the exponent: e4m3 has no infinities, and one NaN of each sign. */
function quarterFromBits(bits: number, exponentBits: 4): number {
  const fractionBits = 7 - exponentBits;
  const [fraction, exponent] = [bits & (2 ** fractionBits - 1), (bits >> fractionBits) & (2 ** exponentBits - 1)];
  const [sign, bias] = [bits & 0x80 ? -1 : 1, 2 ** (exponentBits - 1) - 1];
  if (exponent === 2 ** exponentBits - 1 && fraction === 2 ** fractionBits - 1) return NaN;
  const scale = 2 ** (Math.max(exponent, 1) - bias - fractionBits);
  return sign * ((exponent === 0 ? 0 : 2 ** fractionBits) + fraction) * scale;
}
