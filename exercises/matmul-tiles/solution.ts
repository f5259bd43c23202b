type Size = {
  rows: number;
  columns: number;
  inner: number;
};

const TILE = 32;

/**
 * Where (row, column) is in a matrix of rows × columns; null
 * outside it.
 */
function element(
  row: number,
  column: number,
  rows: number,
  columns: number,
): number | null {
  return row < rows && column < columns
    ? row * columns + column
    : null;
}

/**
 * Along A's rows: the tile moves to the right from step to
 * step.
 */
export function readA(
  { threadIdx, blockIdx }: Thread,
  { rows, inner }: Size,
  step: number,
): number | null {
  return element(
    blockIdx.y * TILE + threadIdx.y,
    step * TILE + threadIdx.x,
    rows,
    inner,
  );
}

export function toA({ threadIdx }: Thread): number {
  return threadIdx.y * TILE + threadIdx.x;
}

/**
 * Along B's rows as well: the tile moves down from step to
 * step.
 */
export function readB(
  { threadIdx, blockIdx }: Thread,
  { columns, inner }: Size,
  step: number,
): number | null {
  return element(
    step * TILE + threadIdx.y,
    blockIdx.x * TILE + threadIdx.x,
    inner,
    columns,
  );
}

export function toB({ threadIdx }: Thread): number {
  return threadIdx.y * TILE + threadIdx.x;
}

/** One word for the whole warp: a multicast. */
export function fromA(
  { threadIdx }: Thread,
  size: Size,
  k: number,
): number {
  return threadIdx.y * TILE + k;
}

/** One row for the warp: 32 banks. */
export function fromB(
  { threadIdx }: Thread,
  size: Size,
  k: number,
): number {
  return k * TILE + threadIdx.x;
}

export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
): number | null {
  return element(
    blockIdx.y * TILE + threadIdx.y,
    blockIdx.x * TILE + threadIdx.x,
    rows,
    columns,
  );
}
