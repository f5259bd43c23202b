export function index({ threadIdx }: Thread) {
  return 4 * Math.floor(threadIdx.x / 2);
}
