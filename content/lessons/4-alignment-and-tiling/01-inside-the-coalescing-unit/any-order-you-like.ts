export function index({ threadIdx }: Thread) {
  return (13 * threadIdx.x) % 32;
}
