export function index({ threadIdx }: Thread) {
  const stride = 64;
  return (threadIdx.x * stride) % 1024;
}
