type Size = { n: number };

/** The element this thread copies; null if there is none. */
function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null {
  return threadIdx.x;
}

// out[write] = in[read]
export const read = element;
export const write = element;
