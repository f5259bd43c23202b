export function partner(
  { threadIdx, blockDim }: Thread,
  size: Size,
  step: number,
): number | null {
  const half = blockDim.x >> step;
  return threadIdx.x < half ? threadIdx.x + half : null;
}
