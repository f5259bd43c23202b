export function element(
  { threadIdx, blockIdx, blockDim, gridDim }: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const chunk = Math.ceil(n / gridDim.x);
  const inChunk = pass * blockDim.x + threadIdx.x;
  const index = blockIdx.x * chunk + inChunk;
  return inChunk < chunk && index < n ? index : null;
}
