export function index({ threadIdx }: Thread) {
  const i = threadIdx.x;
  return i % 4 === 0 ? i : null;
}
