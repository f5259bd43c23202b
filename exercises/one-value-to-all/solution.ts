type Size = { channels: number; pixels: number };

/**
 * Neighbouring threads take neighbouring values: a warp reads
 * 128 bytes of one channel.
 */
export function value(
  { threadIdx, blockIdx, blockDim }: Thread,
  { channels, pixels }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < channels * pixels ? i : null;
}

/**
 * The same for all lanes of a channel: they share the one
 * sector that it's in.
 */
export function bias(
  thread: Thread,
  size: Size,
): number | null {
  const { pixels } = size;
  const i = value(thread, size);
  return i === null ? null : Math.floor(i / pixels);
}
