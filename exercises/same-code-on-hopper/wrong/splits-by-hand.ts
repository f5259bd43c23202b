export function vector(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const first = 8 * t + floatsPerLane * pass;
  return first < n ? first : null;
}
