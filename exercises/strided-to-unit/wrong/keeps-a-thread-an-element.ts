export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n, step }: Size,
): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < n && index % step === 0 ? index : null;
}

export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n, step }: Size,
): number | null {
  const index = blockIdx.x * blockDim.x + threadIdx.x;
  return index < n && index % step === 0 ? index / step : null;
}
