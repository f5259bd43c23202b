type Size = { n: number };

/** The number of the thread in the whole launch. */
function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? i : null;
}

export const read = element;
export const write = element;
