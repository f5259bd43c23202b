type Size = { rows: number; columns: number };

/** Rows per block. */
const ROWS = 8;

/** Words that a row's partial sums take in shared memory. */
export const pitch = 32;

/** The element this thread adds in a pass, or null. */
export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.x * ROWS + threadIdx.y;
  const column = pass;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}

/** The word of `partials` that its sum goes to, or null. */
export function toPartials(
  { threadIdx, blockIdx }: Thread,
  { rows }: Size,
): number | null {
  const row = blockIdx.x * ROWS + threadIdx.y;
  return row < rows ? threadIdx.y * pitch + threadIdx.x : null;
}

/**
 * After the barrier: the word of `partials` this thread
 * adds in pass 0 to 31, or null.
 */
export function fromPartials(
  { threadIdx, blockIdx }: Thread,
  { rows }: Size,
  pass: number,
): number | null {
  return null;
}

/** The element of `out` that its total goes to, or null. */
export function write(
  { threadIdx, blockIdx }: Thread,
  { rows }: Size,
): number | null {
  return null;
}
