export const floatsPerLane = 1;

export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  return number < n ? 2 * number + pass : null;
}
