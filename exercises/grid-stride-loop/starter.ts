// for (pass = 0; pass < times; pass++)
//   out[element] = in[element];

type Size = { n: number };

/** How many passes of the loop this thread runs. */
export function times(
  { blockDim, gridDim }: Thread,
  { n }: Size,
): number {
  return 1;
}

/**
 * The element this thread copies in pass 0, 1, …;
 * null if none is left for it.
 */
export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const first = blockIdx.x * blockDim.x + threadIdx.x;
  return first < n ? first : null;
}
