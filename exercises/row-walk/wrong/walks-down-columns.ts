export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.x * blockDim.x + threadIdx.x;
  const column = blockIdx.y * blockDim.y + threadIdx.y;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}
