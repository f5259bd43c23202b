export function index({ threadIdx, blockIdx, blockDim }: Thread) {
  return threadIdx.x;
}
