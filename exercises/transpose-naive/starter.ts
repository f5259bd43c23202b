type Size = { rows: number; columns: number };

/** The element of `in` this thread reads, or null. */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return row * columns + column;
}

/** The element of `out` it writes. So far, this is a copy. */
export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return row * columns + column;
}
