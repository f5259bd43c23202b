type Size = { n: number };

const WARP = 32;

/**
 * The full warps of all blocks share one stretch of the image,
 * the half warps the stretch after it: none begins inside a
 * sector.
 */
export function pixel(
  { threadIdx, blockIdx, blockDim, gridDim }: Thread,
  { n }: Size,
): number | null {
  const halfWarp = blockDim.x - WARP;
  const index =
    threadIdx.x < WARP
      ? blockIdx.x * WARP + threadIdx.x
      : gridDim.x * WARP +
        blockIdx.x * halfWarp +
        (threadIdx.x - WARP);
  return index < n ? index : null;
}
