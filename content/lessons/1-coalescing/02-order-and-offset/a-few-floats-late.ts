export function index({ threadIdx }: Thread) {
  const first = 4;
  return first + threadIdx.x;
}
