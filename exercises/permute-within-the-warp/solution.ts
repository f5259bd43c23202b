const GROUP = 32;

export function read({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number; shift: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.n ? i : null;
}

/** The warp stays within its 128 bytes; memory doesn't care which lane fills which part of them. */
export function write(thread: Thread, size: { n: number; shift: number }): number | null {
  const i = read(thread, size);
  if (i === null) return null;
  const place = i % GROUP;
  return i - place + ((place + size.shift) % GROUP);
}
