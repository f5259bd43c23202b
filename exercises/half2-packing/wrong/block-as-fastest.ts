type Matrix = { rows: number; columns: number };

export function pair({ threadIdx, blockIdx, blockDim, gridDim }: Thread, { rows, columns }: Matrix): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = 2 * (threadIdx.x * gridDim.x + blockIdx.x);
  return row < rows && column < columns ? row * columns + column : null;
}

export function biasPair({ threadIdx, blockIdx, blockDim, gridDim }: Thread, { rows, columns }: Matrix): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = 2 * (threadIdx.x * gridDim.x + blockIdx.x);
  return row < rows && column < columns ? column : null;
}
