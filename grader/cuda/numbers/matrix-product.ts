import { ELEMENT_BYTES, mmaFragment, type Operand } from "#simulator/fragments.ts";
import { integerProduct, tensorProduct, type MatrixProduct } from "#simulator/tensor-sum.ts";
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
  const { m, n, k, type, typeOfB = type, sum, saturates = false } = product;
  const left = matrixOf(product, "a", type, a);
  const right = matrixOf(product, "b", typeOfB, b);
  const addend = matrixOf(product, "d", sum, c);
  const total = (() => {
    switch (type) {
      case "s8":
      case "u8":
        return integerProduct({ m, n, k }, left, right, addend, saturates);
      case "f64":
        return doubleProduct(product, left, right, addend);
      default:
        return tensorProduct({ m, n, k, type, sum: sum === "f16" ? "f16" : "f32", by: "mma" }, left, right, addend);
    }
  })();
  spread(product, total, d);
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

/** The places of the elements that each lane holds: of b by columns, of the others by rows. */
function placesOf(product: MatrixProduct, operand: Operand): Int32Array {
  const { m, n, k, type } = product;
  const key = `${m} ${n} ${k} ${ELEMENT_BYTES[type]} ${operand}`;
  let places = known.get(key);
  if (!places) {
    const { rows, columns, elements } = mmaFragment(product, operand);
    const placeOf =
      operand === "b" ? (row: number, column: number) => column * rows + row : (row: number, column: number) => row * columns + column;
    known.set(key, (places = Int32Array.from(elements.flatMap((held) => held.map(({ row, column }) => placeOf(row, column))))));
  }
  return places;
}

const known = new Map<string, Int32Array>();

type ElementType = MatrixProduct["type"] | MatrixProduct["sum"];

/** The bits of an element, in a register that has several. */
const PACKED_BITS: Readonly<Partial<Record<ElementType, number>>> = { f16: 16, bf16: 16, s8: 8, u8: 8 };

function matrixOf(product: MatrixProduct, operand: Operand, type: ElementType, held: HeldNumbers): Float64Array {
  const places = placesOf(product, operand);
  const matrix = new Float64Array(places.length);
  const perRegister = places.length / held.length;
  if (perRegister === 1) {
    for (let index = 0; index < places.length; index++) matrix[places[index]!] = type === "tf32" ? tf32Of(held[index]!) : held[index]!;
    return matrix;
  }
  const bits = PACKED_BITS[type]!;
  const mask = 2 ** bits - 1;
  let index = 0;
  for (let register = 0; register < held.length; register++) {
    const word = held[register]!;
    for (let part = 0; part < perRegister; part++) matrix[places[index++]!] = elementOf(type, (word >>> (bits * part)) & mask);
  }
  return matrix;
}

/** Of a float's 23 bits behind the point, tensor cores take ten. */
function tf32Of(float: number): number {
  return floatFromBits(floatToBits(float) & -0x2000);
}

function elementOf(type: ElementType, bits: number): number {
  switch (type) {
    case "f16":
      return halves()[bits]!;
    case "bf16":
      return bfloat16FromBits(bits);
    case "s8":
      return (bits << 24) >> 24;
    default:
      return bits;
  }
}

let everyHalf: Float64Array | undefined;

/** All halves by their bits. */
function halves(): Float64Array {
  return (everyHalf ??= Float64Array.from({ length: 2 ** 16 }, (_, bits) => halfFromBits(bits)));
}

function spread(product: MatrixProduct, total: Float64Array, d: HeldNumbers): void {
  const places = placesOf(product, "d");
  const perRegister = places.length / d.length;
  for (let register = 0; register < d.length; register++) {
    if (perRegister === 1) d[register] = total[places[register]!]!;
    else d[register] = (halfToBits(total[places[2 * register]!]!) | (halfToBits(total[places[2 * register + 1]!]!) << 16)) >>> 0;
  }
}
