type Size = { n: number };

// Two blocks take 96 pixels together, three sectors: their
// full warps take the first two, their half warps the halves
// of the third.
// A last block without a partner begins at a sector anyway,
// and keeps its 48 pixels in order.

export function pixel(
  { threadIdx, blockIdx, gridDim }: Thread,
  { n }: Size,
): number | null {
  const b = blockIdx.x;
  const odd = b & 1;
  const start = (b - odd) * 48;
  const alone = odd === 0 && b + 1 === gridDim.x;
  const inPair =
    threadIdx.x < 32
      ? odd * 32 + threadIdx.x
      : 64 + odd * 16 + (threadIdx.x & 15);
  const index = start + (alone ? threadIdx.x : inPair);
  return index < n ? index : null;
}
