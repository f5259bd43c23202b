function firstColumn(
  { threadIdx, blockIdx, blockDim }: Thread,
  { d }: Size,
): number | null {
  const column = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  return column < 2 * d ? column : null;
}
