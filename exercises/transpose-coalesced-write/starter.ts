type Matrix = { rows: number; columns: number };

/** The element of `in` that this thread reads; null outside the matrix. */
export function read({ threadIdx, blockIdx, blockDim }: Thread, { rows, columns }: Matrix): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return row < rows && column < columns ? row * columns + column : null;
}

/** The element of `out` that this thread writes; null outside the matrix. */
export function write({ threadIdx, blockIdx, blockDim }: Thread, { rows, columns }: Matrix): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return row < rows && column < columns ? column * rows + row : null;
}
