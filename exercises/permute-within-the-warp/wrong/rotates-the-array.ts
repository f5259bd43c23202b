export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n, shift }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? (i + shift) % n : null;
}
