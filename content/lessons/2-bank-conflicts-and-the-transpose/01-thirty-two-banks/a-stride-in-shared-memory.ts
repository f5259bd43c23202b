export function index({ threadIdx }: Thread) {
  return 32 * threadIdx.x;
}
