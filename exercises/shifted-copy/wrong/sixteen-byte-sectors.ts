function place({ threadIdx, blockIdx, blockDim }: Thread, size: Slice): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x - (size.from % 4);
  return i >= 0 && i < size.n ? i : null;
}
