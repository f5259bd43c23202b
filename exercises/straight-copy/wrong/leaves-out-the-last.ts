function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < n - 1 ? i : null;
}
