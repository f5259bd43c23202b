export function vector(
  { threadIdx, blockIdx, gridDim }: Thread,
  { n }: Size,
): number | null {
  const first = 4 * (threadIdx.x * gridDim.x + blockIdx.x);
  return first + 4 <= n ? first : null;
}
