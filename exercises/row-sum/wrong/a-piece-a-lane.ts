export function read(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const row = blockIdx.x * ROWS + threadIdx.y;
  const column =
    threadIdx.x * Math.ceil(columns / LANES) + pass;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}
