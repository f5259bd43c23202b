type Size = {
  tokens: number;
  dim: number;
  vocabulary: number;
  ids: readonly number[];
};

/** How many passes this thread makes. */
export function passes(thread: Thread, { dim }: Size): number {
  return 1;
}

/**
 * The first of 4 floats of `table` that this thread loads
 * in a pass; null if there are none.
 */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { dim, ids }: Size,
  pass: number,
): number | null {
  const token = threadIdx.x;
  return token * dim;
}

/** The first of the 4 floats of `out` that they go to. */
export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { dim }: Size,
  pass: number,
): number | null {
  const token = threadIdx.x;
  return token * dim;
}
