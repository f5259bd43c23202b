export function index({ threadIdx }: Thread) {
  const pixel = threadIdx.x;
  const channel = 3;
  return channel * 56 * 56 + pixel; // NCHW
}
