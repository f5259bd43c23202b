const FLOATS_PER_VECTOR = 4;

const threadNumber = ({ threadIdx, blockIdx, blockDim }: Thread): number => blockIdx.x * blockDim.x + threadIdx.x;

/** One vector a thread, as long as a whole one is left. */
export function vector(thread: Thread, { n }: { n: number }): number | null {
  const first = FLOATS_PER_VECTOR * threadNumber(thread);
  return first + FLOATS_PER_VECTOR <= n ? first : null;
}

/** What lies behind the last whole vector, for the first threads of the launch: one request. */
export function rest(thread: Thread, { n }: { n: number }): number | null {
  const element = n - (n % FLOATS_PER_VECTOR) + threadNumber(thread);
  return element < n ? element : null;
}
