// out[write] = in[read]

type Size = { n: number; shift: number };

/** The element of `in` this thread reads, or null. */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? i : null;
}

/** The element of `out` it writes: so far, without rotation. */
export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? i : null;
}
