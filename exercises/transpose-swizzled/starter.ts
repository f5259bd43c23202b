type Size = { rows: number; columns: number };

const TILE = 32;

/** Words of the tile. */
export const words = TILE * TILE;

/** The element of `in` this thread loads, or null. */
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

/** The word of the tile that it goes to. */
export function toTile({ threadIdx }: Thread): number | null {
  return threadIdx.y * TILE + threadIdx.x;
}

/** After the barrier: the word that this thread takes. */
export function fromTile({ threadIdx }: Thread): number | null {
  return threadIdx.y * TILE + threadIdx.x;
}

/** The element of `out` that it goes to, or null. */
export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
): number | null {
  return null;
}
