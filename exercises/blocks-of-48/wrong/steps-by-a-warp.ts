export function pixel(
  { threadIdx, blockIdx }: Thread,
  { n }: Size,
): number | null {
  const index = blockIdx.x * 32 + threadIdx.x;
  return index < n ? index : null;
}
