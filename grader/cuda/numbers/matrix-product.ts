import { mmaFragment, type Operand } from "#simulator/fragments.ts";
import { tensorProduct } from "#simulator/tensor-product.ts";
import { integerProduct, type MatrixProduct, type TensorProduct } from "#simulator/tensor-sum.ts";
import { floatFromBits, floatToBits } from "./bits.ts";
import { fmaDouble } from "./fma.ts";
import { bfloat16FromBits, halfFromBits, halfToBits } from "./half.ts";

/**
 * What a warp's lanes hold of a matrix: for each lane as many numbers as it has registers, lane 0 first. Registers of an instruction of PTX have
 * 32 bits, which are one, two or four elements; registers of a fragment of wmma have an element each.
 */
export type HeldNumbers = Float64Array;

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
    this.#a = new HeldMatrix(product, "a", type);
    this.#b = new HeldMatrix(product, "b", typeOfB);
    this.#c = new HeldMatrix(product, "d", sum);
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

type ElementType = MatrixProduct["type"] | MatrixProduct["sum"];

/** The bits of an element, in a register that has several. */
const PACKED_BITS: Readonly<Partial<Record<ElementType, number>>> = { f16: 16, bf16: 16, s8: 8, u8: 8 };

/** A matrix between the registers that hold it and its elements: of b by columns, of the others by rows. */
class HeldMatrix {
  readonly #type: ElementType;
  /** The places of the elements that each lane holds, lane 0 first. */
  readonly #places: Int32Array;
  readonly #matrix: Float64Array;

  constructor(product: MatrixProduct, operand: Operand, type: ElementType) {
    const { rows, columns, elements } = mmaFragment(product, operand);
    const placeOf =
      operand === "b" ? (row: number, column: number) => column * rows + row : (row: number, column: number) => row * columns + column;
    this.#type = type;
    this.#places = Int32Array.from(elements.flatMap((held) => held.map(({ row, column }) => placeOf(row, column))));
    this.#matrix = new Float64Array(this.#places.length);
  }

  /** The elements. The array is filled again by the next call. */
  matrixOf(held: HeldNumbers): Float64Array {
    const places = this.#places;
    const matrix = this.#matrix;
    const perRegister = places.length / held.length;
    if (perRegister === 1 && this.#type !== "tf32")
      for (let index = 0; index < places.length; index++) matrix[places[index]!] = held[index]!;
    else if (perRegister === 1) for (let index = 0; index < places.length; index++) matrix[places[index]!] = tf32Of(held[index]!);
    else if (this.#type === "f16" || this.#type === "bf16") this.#unpackHalves(held, this.#type === "f16" ? halves() : bfloats());
    else this.#unpack(held, perRegister);
    return matrix;
  }

  #unpackHalves(held: HeldNumbers, numbers: Float64Array): void {
    const places = this.#places;
    const matrix = this.#matrix;
    for (let register = 0; register < held.length; register++) {
      const word = held[register]! | 0;
      matrix[places[2 * register]!] = numbers[word & 0xffff]!;
      matrix[places[2 * register + 1]!] = numbers[word >>> 16]!;
    }
  }

  #unpack(held: HeldNumbers, perRegister: number): void {
    const bits = PACKED_BITS[this.#type]!;
    const mask = 2 ** bits - 1;
    let index = 0;
    for (let register = 0; register < held.length; register++) {
      const word = held[register]!;
      for (let part = 0; part < perRegister; part++)
        this.#matrix[this.#places[index++]!] = byteOf(this.#type, (word >>> (bits * part)) & mask);
    }
  }

  /** Puts the elements into the registers that hold them. */
  spread(matrix: Float64Array, held: HeldNumbers): void {
    const places = this.#places;
    const perRegister = places.length / held.length;
    for (let register = 0; register < held.length; register++) {
      if (perRegister === 1) held[register] = matrix[places[register]!]!;
      else held[register] = (halfToBits(matrix[places[2 * register]!]!) | (halfToBits(matrix[places[2 * register + 1]!]!) << 16)) >>> 0;
    }
  }
}

/** Of a float's 23 bits behind the point, tensor cores take ten. */
function tf32Of(float: number): number {
  return floatFromBits(floatToBits(float) & -0x2000);
}

function byteOf(type: ElementType, bits: number): number {
  return type === "s8" ? (bits << 24) >> 24 : bits;
}

let everyHalf: Float64Array | undefined;
let everyBfloat: Float64Array | undefined;

/** All halves by their bits. */
function halves(): Float64Array {
  return (everyHalf ??= Float64Array.from({ length: 2 ** 16 }, (_, bits) => halfFromBits(bits)));
}

/** The same of bfloat16. */
function bfloats(): Float64Array {
  return (everyBfloat ??= Float64Array.from({ length: 2 ** 16 }, (_, bits) => bfloat16FromBits(bits)));
}
