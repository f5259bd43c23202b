export function index({ threadIdx }: Thread) {
  const i = threadIdx.x;
  return i % 2 === 0 ? i : i + 1024;
}
