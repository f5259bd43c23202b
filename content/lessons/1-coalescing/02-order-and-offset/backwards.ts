export function index({ threadIdx }: Thread) {
  return threadIdx.x;
}
