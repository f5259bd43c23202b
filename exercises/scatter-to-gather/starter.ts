type Size = {
  n: number;
  target: readonly number[];
  source: readonly number[];
};

/** The element of `in` this thread reads, or null. */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n, source }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? i : null;
}

/** The element of `out` this thread writes, or null. */
export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n, target }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? i : null;
}
