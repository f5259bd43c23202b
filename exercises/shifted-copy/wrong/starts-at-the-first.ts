function place({ threadIdx, blockIdx, blockDim }: Thread, size: Slice): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.n ? i : null;
}
