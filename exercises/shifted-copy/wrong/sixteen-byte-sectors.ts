function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  { from, n }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x - (from % 4);
  return i >= 0 && i < n ? i : null;
}
