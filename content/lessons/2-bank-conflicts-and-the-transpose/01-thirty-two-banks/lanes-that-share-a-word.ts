export function index({ threadIdx }: Thread) {
  return Math.floor(threadIdx.x / 2);
}
