type Attention = { queries: number; keys: number; heads: number };

const VECTOR = 8;

/** 16-bit numbers from one row of the tile to the next. */
export const pitch = 64;

/** The element of `k` at which this thread's vector of 8 numbers starts, in pass 0 or 1; null where there is no key. */
export function readK({ threadIdx, blockIdx }: Thread, size: Attention, pass: number): number | null {
  return null;
}

/** The element of the tile at which that vector goes. */
export function toTile({ threadIdx }: Thread, size: Attention, pass: number): number | null {
  return null;
}

/** After the barrier: the element of the tile at which chunk 0 to 7 of key threadIdx.x starts. */
export function fromTile({ threadIdx }: Thread, size: Attention, chunk: number): number | null {
  return threadIdx.x * pitch + chunk * VECTOR;
}
