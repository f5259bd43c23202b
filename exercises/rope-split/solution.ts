type Size = {
  heads: number;
  tokens: number;
  headDim: number;
  positions: readonly number[];
};

/**
 * Which row, head by head and token by token, and which of its
 * pairs this thread turns: neighbouring lanes take
 * neighbouring pairs.
 */
function pairOf(
  { threadIdx, blockIdx, blockDim }: Thread,
  { heads, tokens, headDim }: Size,
) {
  const half = headDim / 2;
  const pair = blockIdx.x * blockDim.x + threadIdx.x;
  const row = Math.floor(pair / half);
  return row < heads * tokens
    ? { row, place: pair % half, half }
    : null;
}

export function low(thread: Thread, size: Size): number | null {
  const { headDim } = size;
  const pair = pairOf(thread, size);
  return pair && pair.row * headDim + pair.place;
}

export function high(
  thread: Thread,
  size: Size,
): number | null {
  const { headDim } = size;
  const pair = pairOf(thread, size);
  return pair && pair.row * headDim + pair.place + pair.half;
}

export function angle(
  thread: Thread,
  size: Size,
): number | null {
  const { tokens, positions } = size;
  const pair = pairOf(thread, size);
  return (
    pair &&
    positions[pair.row % tokens] * pair.half + pair.place
  );
}
