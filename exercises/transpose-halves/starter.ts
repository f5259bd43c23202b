type Matrix = { rows: number; columns: number };

const TILE = 64;
const ROWS = 8;

/** The first element of the pair of `in` that this thread loads in this pass, 0 to 7; null outside the matrix. */
export function read({ threadIdx, blockIdx }: Thread, { rows, columns }: Matrix, pass: number): number | null {
  const row = blockIdx.y * TILE + threadIdx.y + ROWS * pass;
  const column = blockIdx.x * TILE + 2 * threadIdx.x;
  return row < rows && column < columns ? row * columns + column : null;
}

/** The element of the tile, out of 64 × 66, at which the pair is stored. */
export function toTile({ threadIdx }: Thread, size: Matrix, pass: number): number | null {
  return (threadIdx.y + ROWS * pass) * TILE + 2 * threadIdx.x;
}

/** After the barrier: the element of the tile that becomes the first of this thread's new pair. */
export function first({ threadIdx }: Thread, size: Matrix, pass: number): number | null {
  return null;
}

/** The element of the tile that becomes the second of the pair. */
export function second({ threadIdx }: Thread, size: Matrix, pass: number): number | null {
  return null;
}

/** The element of `out` at which the new pair is stored; null outside the matrix. */
export function write({ threadIdx, blockIdx }: Thread, { rows, columns }: Matrix, pass: number): number | null {
  return null;
}
