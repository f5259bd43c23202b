// out[write] = in[read]

type Size = { n: number };

/** The element of `in` this thread reads, or null. */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < n ? index : null;
}

/** The element of `out` it writes. So far, a straight copy. */
export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < n ? index : null;
}
