export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n, step }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < Math.floor(n / step) ? i : null;
}
