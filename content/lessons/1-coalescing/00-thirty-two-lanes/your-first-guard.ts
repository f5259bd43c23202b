export function index({ threadIdx, blockIdx, blockDim }: Thread) {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i;
}
