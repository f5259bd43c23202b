import { ELEMENT_BYTES } from "#simulator/fragments.ts";
import { PRODUCT_ROW_BYTES } from "#simulator/matrix-descriptor.ts";
import { tensorProduct } from "#simulator/tensor-product.ts";
import { integerProduct } from "#simulator/tensor-sum.ts";
import { WARP_ROWS, columnsOf, warpgroupFragment, type WarpFactors, type WarpgroupProduct } from "#simulator/warpgroup-product.ts";
import { WARP_SIZE } from "#simulator/warp-request.ts";
import { e4m3FromBits, e5m2FromBits } from "./fp8.ts";
import { bfloat16FromBits, halfFromBits } from "./half.ts";
import { HeldMatrix, tf32Of } from "./held-matrix.ts";
import { floatFromBits } from "./bits.ts";

/**
 * One warp's share of `wgmma`: d = a b + c for 16 of its 64 rows.
 *
 * @param c the registers of lane 0, then those of lane 1, …; undefined for zeros
 * @param d as many registers
 */
export function multiplyWarpgroup(product: WarpgroupProduct, factors: WarpFactors, c: Float64Array | undefined, d: Float64Array): void {
  const { n, type, typeOfB = type, sum, saturates = false, negates } = product;
  const [m, k] = [WARP_ROWS, columnsOf(product)];
  const a = elementsOf(type, factors.a.subarray(0, m * PRODUCT_ROW_BYTES), negates[0]);
  const b = elementsOf(typeOfB, factors.b.subarray(0, n * PRODUCT_ROW_BYTES), negates[1]);
  const sums = sumsOf(product);
  const addend = c ? sums.matrixOf(c) : new Float64Array(m * n);
  const total =
    type === "s8" || type === "u8"
      ? integerProduct({ m, n, k }, a, b, addend, saturates)
      : tensorProduct(
          { m, n, k, type, ...(isShort(typeOfB) && { typeOfB }), sum: sum === "f16" ? "f16" : "f32", by: "wgmma" },
          a,
          b,
          addend,
        );
  sums.spread(total, d);
}

const known = new WeakMap<WarpgroupProduct, HeldMatrix>();

/** The sums of a warp: those of the first one, whose rows are the product's first. */
function sumsOf(product: WarpgroupProduct): HeldMatrix {
  let sums = known.get(product);
  if (!sums) {
    const { columns, elements } = warpgroupFragment(product, "d");
    sums = new HeldMatrix({ rows: WARP_ROWS, columns, elements: elements.slice(0, WARP_SIZE) }, "d", product.sum);
    known.set(product, sums);
  }
  return sums;
}

const isShort = (type: WarpgroupProduct["type"]): type is "e4m3" | "e5m2" => type === "e4m3" || type === "e5m2";

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
    case "tf32":
      return tf32Of(floatFromBits(bits));
    case "s8":
      return (bits << 24) >> 24;
    case "u8":
      return bits;
    case "e4m3":
      return e4m3FromBits(bits);
    case "e5m2":
      return e5m2FromBits(bits);
  }
}
