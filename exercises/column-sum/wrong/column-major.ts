export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { rows: number; columns: number }, pass: number): number | null {
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return column < size.columns ? column * size.rows + pass : null;
}

export function write({ threadIdx, blockIdx, blockDim }: Thread, size: { rows: number; columns: number }): number | null {
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return column < size.columns ? column : null;
}
