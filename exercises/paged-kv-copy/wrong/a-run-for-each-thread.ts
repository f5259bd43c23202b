type Sequence = { tokens: number; heads: number; headDim: number; blockTable: readonly number[] };

function placeInPage({ threadIdx, blockIdx, blockDim }: Thread, { tokens, heads, headDim }: Sequence, pass: number): number | null {
  const passes = Math.ceil((2 * heads * headDim) / blockDim.x);
  const place = 8 * (threadIdx.x * passes + pass);
  const end = Math.min(16, tokens - blockIdx.x * 16) * heads * headDim;
  return place < end ? place : null;
}

export function read(thread: Thread, size: Sequence, pass: number): number | null {
  const place = placeInPage(thread, size, pass);
  return place === null ? null : size.blockTable[thread.blockIdx.x] * 16 * size.heads * size.headDim + place;
}

export function write(thread: Thread, size: Sequence, pass: number): number | null {
  const place = placeInPage(thread, size, pass);
  return place === null ? null : thread.blockIdx.x * 16 * size.heads * size.headDim + place;
}
