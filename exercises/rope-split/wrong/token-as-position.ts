type Queries = { heads: number; tokens: number; headDim: number; positions: readonly number[] };

function pairOf({ threadIdx, blockIdx, blockDim }: Thread, { heads, tokens, headDim }: Queries) {
  const half = headDim / 2;
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  const row = Math.floor(pair / half);
  return row < heads * tokens ? { row, place: pair % half, half } : null;
}

export function low(thread: Thread, size: Queries): number | null {
  const pair = pairOf(thread, size);
  return pair && pair.row * size.headDim + pair.place;
}

export function high(thread: Thread, size: Queries): number | null {
  const pair = pairOf(thread, size);
  return pair && pair.row * size.headDim + pair.place + pair.half;
}

export function angle(thread: Thread, size: Queries): number | null {
  const pair = pairOf(thread, size);
  return pair && (pair.row % size.tokens) * pair.half + pair.place;
}
