export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  return number < n ? number : null;
}
