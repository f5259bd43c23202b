export function index({ threadIdx }: Thread) {
  const row = threadIdx.y;
  const column = threadIdx.x;
  return 64 * row + column;
}
