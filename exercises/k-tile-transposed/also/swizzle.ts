type Size = {
  queries: number;
  keys: number;
  heads: number;
};

/**
 * No padding: chunk c of key k goes where chunk c ^ (k % 8)
 * would be.
 */
export const pitch = 64;

const swizzled = (key: number, chunk: number) =>
  (key << 6) | ((chunk ^ (key & 7)) << 3);

// Warp y takes keys 8y to 8y + 7: four of them in each pass.
const keyOf = ({ threadIdx }: Thread, pass: number) =>
  (threadIdx.y << 3) | (pass << 2) | (threadIdx.x >> 3);

export const readK = (
  thread: Thread,
  { keys, heads }: Size,
  pass: number,
) => {
  const { threadIdx, blockIdx } = thread;
  const key = (blockIdx.x << 5) + keyOf(thread, pass);
  return key >= keys
    ? null
    : ((threadIdx.x & 7) << 3) +
        ((blockIdx.z + heads * key) << 6);
};

export const toTile = (
  thread: Thread,
  size: Size,
  pass: number,
) => {
  const { threadIdx } = thread;
  return swizzled(keyOf(thread, pass), threadIdx.x & 7);
};

export const fromTile = (
  { threadIdx }: Thread,
  size: Size,
  chunk: number,
) => swizzled(threadIdx.x, chunk);
