import type { Fragment, Operand } from "#simulator/fragments.ts";
import type { MatrixProduct } from "#simulator/tensor-sum.ts";
import { floatFromBits, floatToBits } from "./bits.ts";
import { bfloat16FromBits, halfFromBits, halfToBits } from "./half.ts";

/**
 * A matrix in the registers of a warp: for each lane as many numbers as it has registers, lane 0 first. Registers of an instruction of PTX have
 * 32 bits, which are one, two or four elements; registers of a fragment of wmma have an element each.
 */
export type HeldNumbers = Float64Array;

type ElementType = MatrixProduct["type"] | MatrixProduct["sum"];

/** The bits of an element, in a register that has several. */
const PACKED_BITS: Readonly<Partial<Record<ElementType, number>>> = { f16: 16, bf16: 16, s8: 8, u8: 8 };

/** A matrix between the registers that hold it and its elements: of b by columns, of the others by rows. */
export class HeldMatrix {
  readonly #type: ElementType;
  /** The places of the elements that each lane holds, lane 0 first. */
  readonly #places: Int32Array;
  readonly #matrix: Float64Array;

  constructor({ rows, columns, elements }: Fragment, operand: Operand, type: ElementType) {
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

/** A float as tensor cores take it: with ten of its 23 bits behind the point. */
export function tf32Of(float: number): number {
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

/** All bfloat16 numbers by their bits. */
function bfloats(): Float64Array {
  return (everyBfloat ??= Float64Array.from({ length: 2 ** 16 }, (_, bits) => bfloat16FromBits(bits)));
}
