function element({
  threadIdx,
  blockIdx,
  blockDim,
}: Thread): number {
  return blockIdx.x * blockDim.x + threadIdx.x;
}
