function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  { width }: Size,
) {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const vectorsPerRow = width / FLOATS_PER_VECTOR;
  return {
    row: Math.floor(t / vectorsPerRow),
    column: t % vectorsPerRow,
  };
}
