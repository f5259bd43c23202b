export function pixel(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < n ? index : null;
}
