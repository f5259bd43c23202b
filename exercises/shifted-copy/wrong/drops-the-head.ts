function place({ threadIdx, blockIdx, blockDim }: Thread, size: Slice): number | null {
  const firstWhole = Math.ceil(size.from / ELEMENTS_PER_SECTOR) * ELEMENTS_PER_SECTOR;
  const i = firstWhole - size.from + blockIdx.x * blockDim.x + threadIdx.x;
  return i < size.n ? i : null;
}
