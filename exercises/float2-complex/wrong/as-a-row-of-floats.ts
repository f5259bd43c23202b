export const floatsPerLane = 1;

export function element(
  { threadIdx, blockIdx, blockDim, gridDim }: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const threads = gridDim.x * blockDim.x;
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  const float = pass * threads + number;
  return float < 2 * n ? float : null;
}
