export function pixel(
  { threadIdx, blockIdx, gridDim }: Thread,
  { n }: Size,
): number | null {
  const index =
    threadIdx.x < 32
      ? blockIdx.x * 32 + threadIdx.x
      : (gridDim.x + blockIdx.x) * 32 + threadIdx.x - 32;
  return index < n ? index : null;
}
