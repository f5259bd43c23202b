import { matrixFragment } from "../fragments.ts";
import { ROWS_PER_MATRIX } from "../matrix-cost.ts";
import { WARP_SIZE } from "../warp-request.ts";
import { arrayOf, elementsInRegister, type Access, type Kernel } from "./kernel.ts";

/** A place in the rows whose addresses lanes give: the lane, and the element of its row. */
export interface RowPlace {
  readonly lane: number;
  readonly element: number;
}

/**
 * Where the elements of a warp's registers lie in the rows that `ldmatrix` reads or `stmatrix` writes: entry lane × elements per lane +
 * element. Lane 8 m + r gives the address of row r of matrix m.
 *
 * @throws RangeError for a transposed matrix of other elements than those of 2 bytes, whose halves would part
 */
export function rowPlaces(access: Access, kernel: Kernel): readonly RowPlace[] {
  const { bytesPerElement } = arrayOf(access, kernel);
  const { matrices = 1, transposed = false } = access;
  if (transposed && bytesPerElement !== 2)
    throw new RangeError(`access "${access.name}" transposes matrices of elements of ${bytesPerElement} bytes`);
  const perLane = elementsInRegister(access, bytesPerElement);
  const perMatrix = perLane / matrices;
  const halves = matrixFragment(transposed);
  return Array.from({ length: WARP_SIZE * perLane }, (_, slot): RowPlace => {
    const lane = Math.floor(slot / perLane);
    const matrix = Math.floor((slot % perLane) / perMatrix);
    const firstByte = (slot % perMatrix) * bytesPerElement;
    const { row, column } = halves.elements[lane]![Math.floor(firstByte / 2)]!;
    return { lane: matrix * ROWS_PER_MATRIX + row, element: Math.floor((2 * column + (firstByte % 2)) / bytesPerElement) };
  });
}

/** Moves the rows that the lanes of a block's warps have loaded into the registers that hold them, or back for a store. */
export class MatrixRegisters {
  /** The rows: `elementsPerLane` per thread, which is the lane that gives the row's address. */
  readonly rows: Int32Array;
  readonly #register: Int32Array;
  readonly #places: readonly RowPlace[];
  readonly #elementsPerRow: number;

  constructor(access: Access, kernel: Kernel, register: Int32Array, threads: number) {
    this.#elementsPerRow = access.elementsPerLane ?? 1;
    this.#places = rowPlaces(access, kernel);
    this.#register = register;
    this.rows = new Int32Array(threads * this.#elementsPerRow);
  }

  toRegister(): void {
    this.#each((slot, row) => (this.#register[slot] = this.rows[row]!));
  }

  toRows(): void {
    this.#each((slot, row) => (this.rows[row] = this.#register[slot]!));
  }

  #each(move: (slot: number, row: number) => void): void {
    const rowsOfWarp = WARP_SIZE * this.#elementsPerRow;
    for (let slot = 0; slot < this.#register.length; slot++) {
      const { lane, element } = this.#places[slot % this.#places.length]!;
      move(slot, Math.floor(slot / this.#places.length) * rowsOfWarp + lane * this.#elementsPerRow + element);
    }
  }
}
