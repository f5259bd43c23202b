type Matrix = { rows: number; columns: number };

/** The first of the two elements of the matrix that this thread works on; null when there is no pair. */
export function pair({ threadIdx, blockIdx, blockDim }: Thread, size: Matrix): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return row < size.rows && column < size.columns ? row * size.columns + column : null;
}

/** The first of the two biases that go with them; null when there is no pair. */
export function biasPair({ threadIdx, blockIdx, blockDim }: Thread, size: Matrix): number | null {
  return 0;
}
