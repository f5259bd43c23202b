function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  { from, n }: Size,
): number | null {
  const head = from % ELEMENTS_PER_SECTOR;
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < 32) return t < head ? t : null;
  const i = head + t - 32;
  return i < n ? i : null;
}
