export function index({ threadIdx }: Thread) {
  const firstByte = 100;
  return firstByte / 4 + threadIdx.x;
}
