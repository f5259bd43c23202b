export function read({ threadIdx, blockIdx, gridDim }: Thread, size: { rows: number; columns: number }, pass: number): number | null {
  const column = threadIdx.x * gridDim.x + blockIdx.x;
  return column < size.columns ? pass * size.columns + column : null;
}

export function write({ threadIdx, blockIdx, gridDim }: Thread, size: { rows: number; columns: number }): number | null {
  const column = threadIdx.x * gridDim.x + blockIdx.x;
  return column < size.columns ? column : null;
}
