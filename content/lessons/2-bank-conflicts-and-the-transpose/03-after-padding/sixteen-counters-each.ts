export function index({ threadIdx }: Thread) {
  const bin = 3;
  return threadIdx.x * 16 + bin;
}
