type Size = { from: number; to: number; n: number };

const ELEMENTS_PER_SECTOR = 8;

/**
 * The thread's place in the slice. Thread 0 is at the sector
 * boundary before it; the threads in between sit out.
 */
function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  { from, n }: Size,
): number | null {
  const gap = from % ELEMENTS_PER_SECTOR;
  const i = blockIdx.x * blockDim.x + threadIdx.x - gap;
  return i >= 0 && i < n ? i : null;
}

export function read(
  thread: Thread,
  size: Size,
): number | null {
  const { from } = size;
  const i = place(thread, size);
  return i === null ? null : from + i;
}

export function write(
  thread: Thread,
  size: Size,
): number | null {
  const { to } = size;
  const i = place(thread, size);
  return i === null ? null : to + i;
}
