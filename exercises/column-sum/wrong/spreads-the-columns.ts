function columnOf({
  threadIdx,
  blockIdx,
  gridDim,
}: Thread): number {
  return threadIdx.x * gridDim.x + blockIdx.x;
}
