type Sequence = { tokens: number; heads: number; headDim: number; blockTable: readonly number[] };

function placeInPage({ threadIdx, blockIdx, blockDim }: Thread, { tokens, heads, headDim }: Sequence, pass: number): number | null {
  const vector = pass * blockDim.x + threadIdx.x;
  const token = vector % 16;
  const chunk = Math.floor(vector / 16);
  const there = token < tokens - blockIdx.x * 16 && 8 * chunk < heads * headDim;
  return there ? token * heads * headDim + 8 * chunk : null;
}

export function read(thread: Thread, size: Sequence, pass: number): number | null {
  const place = placeInPage(thread, size, pass);
  return place === null ? null : size.blockTable[thread.blockIdx.x] * 16 * size.heads * size.headDim + place;
}

export function write(thread: Thread, size: Sequence, pass: number): number | null {
  const place = placeInPage(thread, size, pass);
  return place === null ? null : thread.blockIdx.x * 16 * size.heads * size.headDim + place;
}
