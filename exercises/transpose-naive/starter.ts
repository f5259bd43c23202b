type Matrix = { rows: number; columns: number };

/** The element of `in` that this thread reads; null outside the matrix. */
export function read({ threadIdx, blockIdx, blockDim }: Thread, { rows, columns }: Matrix): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return row * columns + column;
}

/** The element of `out` that this thread writes. So far, this is a copy. */
export function write(thread: Thread, size: Matrix): number | null {
  return read(thread, size);
}
