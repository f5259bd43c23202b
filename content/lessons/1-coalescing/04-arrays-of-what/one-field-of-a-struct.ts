export function index({ threadIdx }: Thread) {
  const field = 0; // px
  return 4 * threadIdx.x + field;
}
