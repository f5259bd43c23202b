type Product = { rows: number; columns: number; inner: number };

const TILE = 32;

/** The element of `a` that this thread brings in this step, 0, 1, …; null outside the matrix. */
export function readA({ threadIdx, blockIdx }: Thread, size: Product, step: number): number | null {
  return null;
}

/** The word of `tileA` that it goes to. */
export function toA({ threadIdx }: Thread, size: Product, step: number): number | null {
  return threadIdx.y * TILE + threadIdx.x;
}

/** The element of `b` that this thread brings in this step; null outside the matrix. */
export function readB({ threadIdx, blockIdx }: Thread, size: Product, step: number): number | null {
  return null;
}

/** The word of `tileB` that it goes to. */
export function toB({ threadIdx }: Thread, size: Product, step: number): number | null {
  return threadIdx.y * TILE + threadIdx.x;
}

/** The word of `tileA` for term k, 0 to 31, of this thread's sum. */
export function fromA({ threadIdx }: Thread, size: Product, k: number): number | null {
  return k;
}

/** The word of `tileB` for the same term. */
export function fromB({ threadIdx }: Thread, size: Product, k: number): number | null {
  return k;
}

/** The element of `c` that this thread's sum goes to; null outside the matrix. */
export function write({ threadIdx, blockIdx }: Thread, size: Product): number | null {
  const row = blockIdx.y * TILE + threadIdx.y;
  const column = blockIdx.x * TILE + threadIdx.x;
  return row < size.rows && column < size.columns ? row * size.columns + column : null;
}
