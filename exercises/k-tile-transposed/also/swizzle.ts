type Attention = { queries: number; keys: number; heads: number };

/** No padding: chunk c of key k goes where chunk c ^ (k % 8) would be. */
export const pitch = 64;

const swizzled = (key: number, chunk: number) => (key << 6) | ((chunk ^ (key & 7)) << 3);

// Warp y takes keys 8y to 8y + 7: four of them in each pass.
const keyOf = ({ threadIdx: { x, y } }: Thread, pass: number) => (y << 3) | (pass << 2) | (x >> 3);

export const readK = (thread: Thread, { keys, heads }: Attention, pass: number) => {
  const key = (thread.blockIdx.x << 5) + keyOf(thread, pass);
  return key >= keys ? null : ((thread.threadIdx.x & 7) << 3) + ((thread.blockIdx.z + heads * key) << 6);
};

export const toTile = (thread: Thread, _: Attention, pass: number) => swizzled(keyOf(thread, pass), thread.threadIdx.x & 7);

export const fromTile = ({ threadIdx: { x } }: Thread, _: Attention, chunk: number) => swizzled(x, chunk);
