/** Rows per block. */
const ROWS = 8;

/** Words that the partial sums of a row take in shared memory. */
export const pitch = 32;

/** The element that this thread adds in the pass; null to add nothing. */
export function read({ threadIdx, blockIdx }: Thread, size: { rows: number; columns: number }, pass: number): number | null {
  const row = blockIdx.x * ROWS + threadIdx.y;
  const column = pass;
  return row < size.rows && column < size.columns ? row * size.columns + column : null;
}

/** The word of `partials` that its sum goes to; null to store nothing. */
export function toPartials({ threadIdx, blockIdx }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.x * ROWS + threadIdx.y;
  return row < size.rows ? threadIdx.y * pitch + threadIdx.x : null;
}

/** After the barrier: the word of `partials` that this thread adds in pass 0 to 31; null to add nothing. */
export function fromPartials({ threadIdx, blockIdx }: Thread, size: { rows: number; columns: number }, pass: number): number | null {
  return null;
}

/** The element of `out` that its total goes to; null to store nothing. */
export function write({ threadIdx, blockIdx }: Thread, size: { rows: number; columns: number }): number | null {
  return null;
}
