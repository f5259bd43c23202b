type Size = { rows: number; columns: number };

/** Rows per block: one for each of its warps. */
const ROWS = 8;
const LANES = 32;

/**
 * One word more than a row needs: the partial sums that eight
 * lanes take at once are in eight banks.
 */
export const pitch = LANES + 1;

/** A warp walks along its row, 32 neighbours in each pass. */
export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.x * ROWS + threadIdx.y;
  const column = pass * LANES + threadIdx.x;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}

export function toPartials(
  { threadIdx, blockIdx }: Thread,
  { rows }: Size,
): number | null {
  const row = blockIdx.x * ROWS + threadIdx.y;
  return row < rows ? threadIdx.y * pitch + threadIdx.x : null;
}

/**
 * The row that this thread adds up: eight lanes of the first
 * warp have one each; the other threads are done.
 */
function rowOfTotal(
  { threadIdx, blockIdx }: Thread,
  { rows }: Size,
): number | null {
  const row = blockIdx.x * ROWS + threadIdx.x;
  return threadIdx.y === 0 && threadIdx.x < ROWS && row < rows
    ? row
    : null;
}

export function fromPartials(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { threadIdx } = thread;
  return rowOfTotal(thread, size) === null
    ? null
    : threadIdx.x * pitch + pass;
}

export function write(
  thread: Thread,
  size: Size,
): number | null {
  return rowOfTotal(thread, size);
}
