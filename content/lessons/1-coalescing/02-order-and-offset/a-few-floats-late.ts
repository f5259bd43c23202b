export function index({ threadIdx }: Thread) {
  const first = 0;
  return first + threadIdx.x;
}
