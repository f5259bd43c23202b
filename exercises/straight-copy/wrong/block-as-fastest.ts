function element(
  { threadIdx, blockIdx, gridDim }: Thread,
  { n }: Size,
): number | null {
  const i = threadIdx.x * gridDim.x + blockIdx.x;
  return i < n ? i : null;
}
