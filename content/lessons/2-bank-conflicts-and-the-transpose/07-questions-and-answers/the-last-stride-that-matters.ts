export function index({ threadIdx }: Thread) {
  return 4 * threadIdx.x;
}
