function place({ threadIdx, blockIdx, blockDim }: Thread, size: Slice): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x - (size.from % ELEMENTS_PER_SECTOR);
  return i < size.n ? i : null;
}
