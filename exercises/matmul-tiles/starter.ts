type Size = {
  rows: number;
  columns: number;
  inner: number;
};

const TILE = 32;

/**
 * The element of `a` this thread brings in step 0, 1, …;
 * null outside the matrix.
 */
export function readA(
  { threadIdx, blockIdx }: Thread,
  { rows, inner }: Size,
  step: number,
): number | null {
  return null;
}

/** The word of `tileA` that it goes to. */
export function toA(
  { threadIdx }: Thread,
  size: Size,
  step: number,
): number | null {
  return threadIdx.y * TILE + threadIdx.x;
}

/** The element of `b` this thread brings in a step, or null. */
export function readB(
  { threadIdx, blockIdx }: Thread,
  { columns, inner }: Size,
  step: number,
): number | null {
  return null;
}

/** The word of `tileB` that it goes to. */
export function toB(
  { threadIdx }: Thread,
  size: Size,
  step: number,
): number | null {
  return threadIdx.y * TILE + threadIdx.x;
}

/** The word of `tileA` for term k, 0 to 31, of its sum. */
export function fromA(
  { threadIdx }: Thread,
  size: Size,
  k: number,
): number | null {
  return k;
}

/** The word of `tileB` for the same term. */
export function fromB(
  { threadIdx }: Thread,
  size: Size,
  k: number,
): number | null {
  return k;
}

/** The element of `c` that its sum goes to, or null. */
export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.y * TILE + threadIdx.y;
  const column = blockIdx.x * TILE + threadIdx.x;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}
