export function index({ threadIdx }: Thread) {
  const island = Math.floor(threadIdx.x / 8);
  return island * 1024 + (threadIdx.x % 8);
}
