type Size = { rows: number; columns: number };

/** The element of `in` this thread reads, or null. */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}

/** The element of `out` this thread writes, or null. */
export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return row < rows && column < columns
    ? column * rows + row
    : null;
}
