export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const index =
    blockIdx.x * blockDim.x + threadIdx.x + pass * blockDim.x;
  return index < n ? index : null;
}
