type Size = { count: number };

/**
 * A warp fetches the 96 floats of its own 32 points, 32 in
 * each pass.
 */
function place({ threadIdx }: Thread, pass: number): number {
  const warp = threadIdx.x >> 5;
  const lane = threadIdx.x & 31;
  return 96 * warp + (pass << 5) + lane;
}

export function read(
  thread: Thread,
  { count }: Size,
  pass: number,
): number | null {
  const { blockIdx, blockDim } = thread;
  const float =
    3 * blockDim.x * blockIdx.x + place(thread, pass);
  return float >= 3 * count ? null : float;
}

export function toTile(
  thread: Thread,
  size: Size,
  pass: number,
): number {
  return place(thread, pass);
}

export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  component: number,
): number {
  return threadIdx.x + threadIdx.x + threadIdx.x + component;
}
