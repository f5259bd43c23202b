function place({ threadIdx, blockIdx, blockDim }: Thread, { width }: Strip) {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const vectorsPerRow = width / FLOATS_PER_VECTOR;
  return { row: Math.floor(t / vectorsPerRow), column: t % vectorsPerRow };
}
