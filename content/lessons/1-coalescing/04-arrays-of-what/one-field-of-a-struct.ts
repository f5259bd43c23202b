export function index({ threadIdx }: Thread) {
  const field = 0; // px
  return 8 * threadIdx.x + field;
}
