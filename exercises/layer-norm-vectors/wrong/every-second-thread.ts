export function partner(
  { threadIdx, blockDim }: Thread,
  size: Size,
  step: number,
): number | null {
  const half = 1 << step;
  return threadIdx.x % (2 * half) === 0
    ? threadIdx.x + half
    : null;
}
