type Sequence = { tokens: number; heads: number; headDim: number; blockTable: readonly number[] };

function placeInPage({ threadIdx, blockDim }: Thread, { heads, headDim }: Sequence, pass: number): number | null {
  const place = 8 * (pass * blockDim.x + threadIdx.x);
  return place < 16 * heads * headDim ? place : null;
}

export function read(thread: Thread, size: Sequence, pass: number): number | null {
  const place = placeInPage(thread, size, pass);
  return place === null ? null : size.blockTable[thread.blockIdx.x] * 16 * size.heads * size.headDim + place;
}

export function write(thread: Thread, size: Sequence, pass: number): number | null {
  const place = placeInPage(thread, size, pass);
  return place === null ? null : thread.blockIdx.x * 16 * size.heads * size.headDim + place;
}
