type Size = { n: number; step: number };

/** The element of `in` this thread reads, or null. */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n, step }: Size,
): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < n && index % step === 0 ? index : null;
}

/** The element of `out` this thread writes, or null. */
export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n, step }: Size,
): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < n && index % step === 0 ? index / step : null;
}
