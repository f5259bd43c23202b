export function index({ threadIdx }: Thread) {
  const i = threadIdx.x;
  return i < 16 ? i : null;
}
