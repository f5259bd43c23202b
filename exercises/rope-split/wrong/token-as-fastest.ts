type Queries = { heads: number; tokens: number; headDim: number; positions: readonly number[] };

function pairOf({ threadIdx, blockIdx, blockDim }: Thread, { heads, tokens, headDim }: Queries) {
  const half = headDim / 2;
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  const token = pair % tokens;
  const place = Math.floor(pair / tokens) % half;
  const head = Math.floor(pair / tokens / half);
  return head < heads ? { row: head * tokens + token, place, half } : null;
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
  return pair && size.positions[pair.row % size.tokens] * pair.half + pair.place;
}
