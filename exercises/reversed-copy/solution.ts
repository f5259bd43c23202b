type Size = { n: number };

function globalIndex({
  threadIdx,
  blockIdx,
  blockDim,
}: Thread): number {
  return blockIdx.x * blockDim.x + threadIdx.x;
}

/**
 * Backwards: the lanes touch the same sectors, in another
 * order.
 */
export function read(
  thread: Thread,
  { n }: Size,
): number | null {
  const index = globalIndex(thread);
  return index < n ? n - 1 - index : null;
}

export function write(
  thread: Thread,
  { n }: Size,
): number | null {
  const index = globalIndex(thread);
  return index < n ? index : null;
}
