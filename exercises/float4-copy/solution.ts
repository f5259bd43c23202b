type Size = { n: number };

const FLOATS_PER_VECTOR = 4;

const threadNumber = ({
  threadIdx,
  blockIdx,
  blockDim,
}: Thread): number => blockIdx.x * blockDim.x + threadIdx.x;

/** One vector per thread, as long as a whole one is left. */
export function vector(
  thread: Thread,
  { n }: Size,
): number | null {
  const first = FLOATS_PER_VECTOR * threadNumber(thread);
  return first + FLOATS_PER_VECTOR <= n ? first : null;
}

/**
 * What's left after the last whole vector goes to the first
 * threads of the launch: one request.
 */
export function rest(
  thread: Thread,
  { n }: Size,
): number | null {
  const element =
    n - (n % FLOATS_PER_VECTOR) + threadNumber(thread);
  return element < n ? element : null;
}
