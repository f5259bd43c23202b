type Size = { count: number };

const COMPONENTS = 3;

/**
 * The block copies its piece of `in` in order: in each pass,
 * as many floats as it has threads.
 */
function placeInPiece(
  { threadIdx, blockDim }: Thread,
  pass: number,
): number {
  return pass * blockDim.x + threadIdx.x;
}

export function read(
  thread: Thread,
  { count }: Size,
  pass: number,
): number | null {
  const { blockIdx, blockDim } = thread;
  const index =
    blockIdx.x * blockDim.x * COMPONENTS +
    placeInPiece(thread, pass);
  return index < count * COMPONENTS ? index : null;
}

export function toTile(
  thread: Thread,
  size: Size,
  pass: number,
): number {
  return placeInPiece(thread, pass);
}

/**
 * A stride of three words: odd, so the lanes of a warp use 32
 * different banks.
 */
export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  component: number,
): number {
  return threadIdx.x * COMPONENTS + component;
}
