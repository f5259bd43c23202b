export function index({ threadIdx }: Thread) {
  const i = threadIdx.x;
  return i;
}
