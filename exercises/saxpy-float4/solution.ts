const FLOATS_PER_VECTOR = 4;

/** Elements that all threads together work on in one pass. */
const elementsPerPass = ({ gridDim, blockDim }: Thread): number => FLOATS_PER_VECTOR * gridDim.x * blockDim.x;

export function times(thread: Thread, size: { n: number }): number {
  return Math.ceil(size.n / elementsPerPass(thread));
}

/** A grid-stride loop over vectors: neighbours within a pass, and all of them move on together. */
export function vector(thread: Thread, size: { n: number }, pass: number): number | null {
  const { threadIdx, blockIdx, blockDim } = thread;
  const first = FLOATS_PER_VECTOR * (blockIdx.x * blockDim.x + threadIdx.x);
  const element = pass * elementsPerPass(thread) + first;
  return element < size.n ? element : null;
}
