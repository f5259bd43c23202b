function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  { from, n }: Size,
): number | null {
  const firstWhole =
    Math.ceil(from / ELEMENTS_PER_SECTOR) * ELEMENTS_PER_SECTOR;
  const i =
    firstWhole - from + blockIdx.x * blockDim.x + threadIdx.x;
  return i < n ? i : null;
}
