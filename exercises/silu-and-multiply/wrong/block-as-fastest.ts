function firstColumn(
  { threadIdx, blockIdx, gridDim }: Thread,
  { d }: Size,
): number | null {
  const column = 8 * (threadIdx.x * gridDim.x + blockIdx.x);
  return column < d ? column : null;
}
