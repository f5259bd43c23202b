type Size = { n: number };

/**
 * 32 bytes: the widest that a lane of this GPU moves, and a
 * whole sector.
 */
export const floatsPerLane = 8;

const threadNumber = ({
  threadIdx,
  blockIdx,
  blockDim,
}: Thread): number => blockIdx.x * blockDim.x + threadIdx.x;

/** One pass is enough: each thread has one vector. */
export function vector(
  thread: Thread,
  { n }: Size,
): number | null {
  const first = floatsPerLane * threadNumber(thread);
  return first + floatsPerLane <= n ? first : null;
}

export function rest(
  thread: Thread,
  { n }: Size,
): number | null {
  const element =
    n - (n % floatsPerLane) + threadNumber(thread);
  return element < n ? element : null;
}
