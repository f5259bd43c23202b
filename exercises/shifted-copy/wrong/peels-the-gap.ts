function place({ threadIdx, blockIdx, blockDim }: Thread, size: Slice): number | null {
  const head = size.from % ELEMENTS_PER_SECTOR;
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < 32) return t < head ? t : null;
  const i = head + t - 32;
  return i < size.n ? i : null;
}
