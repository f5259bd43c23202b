function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  { from, n }: Size,
): number | null {
  const i =
    blockIdx.x * blockDim.x +
    threadIdx.x -
    (from % ELEMENTS_PER_SECTOR);
  return i < n ? i : null;
}
