export function index({ threadIdx }: Thread) {
  const { x, y } = threadIdx;
  return y * 1024 + x;
}
