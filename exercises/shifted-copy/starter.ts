type Size = { from: number; to: number; n: number };

/** The element of `in` this thread reads, or null. */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { from, n }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? from + i : null;
}

/** The element of `out` this thread writes, or null. */
export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { to, n }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? to + i : null;
}
