export function vector(
  { threadIdx, blockIdx, blockDim, gridDim }: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const threads = gridDim.x * blockDim.x;
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const first = floatsPerLane * t + pass * threads;
  return first < n ? first : null;
}
