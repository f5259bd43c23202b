export function index({ threadIdx, blockIdx }: Thread) {
  return 2 * threadIdx.x + blockIdx.x;
}
