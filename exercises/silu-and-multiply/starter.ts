type Size = { rows: number; d: number };

/** The first of 8 gates this thread loads, or null. */
export function gate(
  { threadIdx, blockIdx, blockDim }: Thread,
  { d }: Size,
): number | null {
  return blockIdx.y * d + threadIdx.x;
}

/** The first of the 8 elements they are multiplied by. */
export function up(
  { threadIdx, blockIdx, blockDim }: Thread,
  { d }: Size,
): number | null {
  return null;
}

/** The first of the 8 elements of `out` it stores, or null. */
export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { d }: Size,
): number | null {
  return null;
}
