type Size = { n: number; shift: number };

const GROUP = 32;

export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? i : null;
}

/**
 * The warp stays within its 128 bytes; memory doesn't care
 * which lane fills which part of them.
 */
export function write(
  thread: Thread,
  size: Size,
): number | null {
  const { shift } = size;
  const i = read(thread, size);
  if (i === null) return null;
  const place = i % GROUP;
  return i - place + ((place + shift) % GROUP);
}
