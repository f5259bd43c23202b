type Size = { rows: number; columns: number };

const TILE = 32;

/**
 * One word more than a row needs: the words of a column are
 * then in 32 different banks.
 */
export const pitch = TILE + 1;

export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.y * TILE + threadIdx.y;
  const column = blockIdx.x * TILE + threadIdx.x;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}

export function toTile({ threadIdx }: Thread): number {
  return threadIdx.y * pitch + threadIdx.x;
}

/**
 * x and y change places here, in shared memory, where a column
 * costs no more than a row.
 */
export function fromTile({ threadIdx }: Thread): number {
  return threadIdx.x * pitch + threadIdx.y;
}

/**
 * Block (x, y) of the input is block (y, x) of the output,
 * whose rows are `rows` elements long.
 */
export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.x * TILE + threadIdx.y;
  const column = blockIdx.y * TILE + threadIdx.x;
  return row < columns && column < rows
    ? row * rows + column
    : null;
}
