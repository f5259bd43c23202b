export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { rows: number; columns: number }, pass: number): number | null {
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  const row = (pass + threadIdx.x) % size.rows;
  return column < size.columns ? row * size.columns + column : null;
}

export function write({ threadIdx, blockIdx, blockDim }: Thread, size: { rows: number; columns: number }): number | null {
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return column < size.columns ? column : null;
}
