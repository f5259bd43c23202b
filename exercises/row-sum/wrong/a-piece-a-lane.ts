export function read({ threadIdx, blockIdx }: Thread, size: Matrix, pass: number): number | null {
  const row = blockIdx.x * ROWS + threadIdx.y;
  const column = threadIdx.x * Math.ceil(size.columns / LANES) + pass;
  return row < size.rows && column < size.columns ? row * size.columns + column : null;
}
