/**
 * Thread by thread over all blocks, so that no warp walks
 * backwards through memory.
 */
function globalIndex({
  threadIdx,
  blockIdx,
  gridDim,
}: Thread): number {
  return threadIdx.x * gridDim.x + blockIdx.x;
}
