export function value(
  { threadIdx, blockIdx, blockDim }: Thread,
  size: Size,
): number {
  return blockIdx.x * blockDim.x + threadIdx.x;
}
