// for (pass = 0; pass < times; pass++) out[element] = in[element];

/** How many passes of the loop this thread runs. */
export function times(thread: Thread, size: { n: number }): number {
  return 1;
}

/** The element that this thread copies in a pass, counted from 0; null when there is none left for it. */
export function element({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number }, pass: number): number | null {
  const first = blockIdx.x * blockDim.x + threadIdx.x;
  return first < size.n ? first : null;
}
