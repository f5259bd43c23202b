const ELEMENTS_PER_SECTOR = 8;

type Slice = { from: number; to: number; n: number };

/** The thread's place in the slice. Thread 0 is at the sector boundary before it; the threads in between sit out. */
function place({ threadIdx, blockIdx, blockDim }: Thread, size: Slice): number | null {
  const gap = size.from % ELEMENTS_PER_SECTOR;
  const i = blockIdx.x * blockDim.x + threadIdx.x - gap;
  return i >= 0 && i < size.n ? i : null;
}

export function read(thread: Thread, size: Slice): number | null {
  const i = place(thread, size);
  return i === null ? null : size.from + i;
}

export function write(thread: Thread, size: Slice): number | null {
  const i = place(thread, size);
  return i === null ? null : size.to + i;
}
