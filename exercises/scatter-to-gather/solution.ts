type Size = {
  n: number;
  target: readonly number[];
  source: readonly number[];
};

/** The element of `out` that this thread is responsible for. */
function ownElement(
  { threadIdx, blockIdx, blockDim }: Thread,
  n: number,
): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < n ? index : null;
}

/**
 * The jumps are reads: what they bring along stays in the
 * cache for other warps.
 */
export function read(
  thread: Thread,
  { n, source }: Size,
): number | null {
  const own = ownElement(thread, n);
  return own === null ? null : source[own];
}

/** The writes are in order: every sector is written whole. */
export function write(
  thread: Thread,
  { n }: Size,
): number | null {
  return ownElement(thread, n);
}
