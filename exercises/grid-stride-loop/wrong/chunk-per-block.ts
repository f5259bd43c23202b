export function element({ threadIdx, blockIdx, blockDim, gridDim }: Thread, size: { n: number }, pass: number): number | null {
  const chunk = Math.ceil(size.n / gridDim.x);
  const inChunk = pass * blockDim.x + threadIdx.x;
  const index = blockIdx.x * chunk + inChunk;
  return inChunk < chunk && index < size.n ? index : null;
}
