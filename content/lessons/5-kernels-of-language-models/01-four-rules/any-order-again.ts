export function index({ threadIdx }: Thread) {
  return (5 * threadIdx.x + 7) % 64;
}
