export function read({ threadIdx, blockIdx }: Thread, size: Matrix, pass: number): number | null {
  const row = blockIdx.x * ROWS + threadIdx.y;
  const column = pass * LANES + threadIdx.x;
  return row < size.rows ? row * size.columns + column : null;
}
