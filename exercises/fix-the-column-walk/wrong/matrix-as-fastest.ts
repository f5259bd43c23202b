export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns, matrices }: Size,
): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  const matrix = blockIdx.z;
  return row < rows && column < columns
    ? (row * columns + column) * matrices + matrix
    : null;
}
