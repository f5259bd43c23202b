type Size = { count: number };

/**
 * The float of `in` this thread loads in pass 0, 1 or 2;
 * null if there is none.
 */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { count }: Size,
  pass: number,
): number | null {
  const item = blockIdx.x * blockDim.x + threadIdx.x;
  return item < count ? item * 3 + pass : null;
}

/** The word of the tile that it goes to. */
export function toTile(
  { threadIdx, blockDim }: Thread,
  size: Size,
  pass: number,
): number | null {
  return threadIdx.x;
}

/**
 * After the barrier: the word of the tile that holds
 * component 0, 1 or 2 of this thread's point.
 */
export function fromTile(
  { threadIdx, blockDim }: Thread,
  size: Size,
  component: number,
): number | null {
  return threadIdx.x;
}
