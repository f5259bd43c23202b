export function element(
  { threadIdx, blockIdx, blockDim, gridDim }: Thread,
  size: Size,
  pass: number,
): number {
  return (
    blockIdx.x * blockDim.x +
    threadIdx.x +
    pass * gridDim.x * blockDim.x
  );
}
