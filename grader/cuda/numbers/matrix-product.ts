import { mmaFragment } from "#simulator/fragments.ts";
import { tensorProduct } from "#simulator/tensor-product.ts";
import { integerProduct, type MatrixProduct, type TensorProduct } from "#simulator/tensor-sum.ts";
import { fmaDouble } from "./fma.ts";
import { HeldMatrix, type HeldNumbers } from "./held-matrix.ts";

/**
 * `mma.sync`: d = a b + c, of and into the registers of 32 lanes.
 *
 * @param d as many registers of each lane as c has
 */
export function multiplyMatrices(product: MatrixProduct, a: HeldNumbers, b: HeldNumbers, c: HeldNumbers, d: HeldNumbers): void {
  let matrices = known.get(product);
  if (!matrices) known.set(product, (matrices = new ProductMatrices(product)));
  matrices.multiply(a, b, c, d);
}

const known = new WeakMap<MatrixProduct, ProductMatrices>();

/** The matrices of a product, filled again each time that it is made. */
class ProductMatrices {
  readonly #product: MatrixProduct;
  readonly #tensor: TensorProduct | undefined;
  readonly #a: HeldMatrix;
  readonly #b: HeldMatrix;
  readonly #c: HeldMatrix;

  constructor(product: MatrixProduct) {
    const { m, n, k, type, typeOfB = type, sum } = product;
    this.#product = product;
    if (type !== "s8" && type !== "u8" && type !== "f64") this.#tensor = { m, n, k, type, sum: sum === "f16" ? "f16" : "f32", by: "mma" };
    this.#a = new HeldMatrix(mmaFragment(product, "a"), "a", type);
    this.#b = new HeldMatrix(mmaFragment(product, "b"), "b", typeOfB);
    this.#c = new HeldMatrix(mmaFragment(product, "d"), "d", sum);
  }

  multiply(a: HeldNumbers, b: HeldNumbers, c: HeldNumbers, d: HeldNumbers): void {
    this.#c.spread(this.#total(this.#a.matrixOf(a), this.#b.matrixOf(b), this.#c.matrixOf(c)), d);
  }

  #total(a: Float64Array, b: Float64Array, c: Float64Array): Float64Array {
    const { type, saturates = false } = this.#product;
    if (this.#tensor) return tensorProduct(this.#tensor, a, b, c);
    return type === "f64" ? doubleProduct(this.#product, a, b, c) : integerProduct(this.#product, a, b, c, saturates);
  }
}

/** A chain of fused multiply-adds in the order of k: hardware/data/mma-rounding-h200.jsonl. */
function doubleProduct({ m, n, k }: MatrixProduct, a: Float64Array, b: Float64Array, c: Float64Array): Float64Array {
  const d = new Float64Array(m * n);
  for (let row = 0; row < m; row++) {
    for (let column = 0; column < n; column++) {
      let total = c[row * n + column]!;
      for (let place = 0; place < k; place++) total = fmaDouble(a[row * k + place]!, b[column * k + place]!, total);
      d[row * n + column] = total;
    }
  }
  return d;
}
