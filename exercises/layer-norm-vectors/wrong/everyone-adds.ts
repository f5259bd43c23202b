export function partner(
  { threadIdx, blockDim }: Thread,
  size: Size,
  step: number,
): number | null {
  const half = blockDim.x >> (step + 1);
  return threadIdx.x + half < blockDim.x
    ? threadIdx.x + half
    : null;
}
