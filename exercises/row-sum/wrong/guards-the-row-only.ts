export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.x * ROWS + threadIdx.y;
  const column = pass * LANES + threadIdx.x;
  return row < rows ? row * columns + column : null;
}
