type Size = { rows: number; columns: number };

/**
 * The first of the two elements this thread works on;
 * null if there is no pair.
 */
export function pair(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): number | null {
  const row = blockIdx.y * blockDim.y + threadIdx.y;
  const column = blockIdx.x * blockDim.x + threadIdx.x;
  return row < rows && column < columns
    ? row * columns + column
    : null;
}

/** The first of their two biases; null if there is no pair. */
export function biasPair(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows, columns }: Size,
): number | null {
  return 0;
}
