export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  const matrix = blockIdx.z;
  return column < columns
    ? (matrix * rows + row) * columns + column
    : null;
}
