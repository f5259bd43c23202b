type Size = { n: number };

/**
 * Elements per block: one stretch, rounded up to whole warps,
 * so that the next block's stretch begins at a sector.
 */
function chunkLength(blocks: number, n: number): number {
  return (Math.floor((n - 1) / blocks / 32) + 1) * 32;
}

/**
 * Each thread counts what is left of its block's stretch: no
 * guard in the loop.
 */
export function times(
  { threadIdx, blockIdx, blockDim, gridDim }: Thread,
  { n }: Size,
): number {
  const length = chunkLength(gridDim.x, n);
  const begin = blockIdx.x * length;
  const end = Math.min(begin + length, n);
  let passes = 0;
  for (let i = begin + threadIdx.x; i < end; i += blockDim.x)
    passes++;
  return passes;
}

export function element(
  { threadIdx, blockIdx, blockDim, gridDim }: Thread,
  { n }: Size,
  pass: number,
): number {
  return (
    blockIdx.x * chunkLength(gridDim.x, n) +
    pass * blockDim.x +
    threadIdx.x
  );
}
