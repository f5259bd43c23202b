type Size = {
  queries: number;
  keys: number;
  heads: number;
};

const VECTOR = 8;

/** 16-bit numbers from one row of the tile to the next. */
export const pitch = 64;

/**
 * The element of `k` where this thread's 8 numbers start,
 * in pass 0 or 1; null where there is no key.
 */
export function readK(
  { threadIdx, blockIdx }: Thread,
  { keys, heads }: Size,
  pass: number,
): number | null {
  return null;
}

/** The element of the tile where they go. */
export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number | null {
  return null;
}

/**
 * After the barrier: the element of the tile where chunk
 * 0 to 7 of key threadIdx.x starts.
 */
export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  chunk: number,
): number | null {
  return threadIdx.x * pitch + chunk * VECTOR;
}
