type Size = { n: number };

const FLOATS_PER_VECTOR = 4;

/** Elements that all threads together work on in one pass. */
const elementsPerPass = ({
  gridDim,
  blockDim,
}: Thread): number =>
  FLOATS_PER_VECTOR * gridDim.x * blockDim.x;

export function times(thread: Thread, { n }: Size): number {
  return Math.ceil(n / elementsPerPass(thread));
}

/**
 * A grid-stride loop over vectors: neighbours within a pass,
 * and all of them move on together.
 */
export function vector(
  thread: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const { threadIdx, blockIdx, blockDim } = thread;
  const first =
    FLOATS_PER_VECTOR * (blockIdx.x * blockDim.x + threadIdx.x);
  const element = pass * elementsPerPass(thread) + first;
  return element < n ? element : null;
}
