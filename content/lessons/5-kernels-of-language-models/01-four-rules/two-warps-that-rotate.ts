export function index({ threadIdx, blockIdx }: Thread) {
  const i = blockIdx.x * 32 + threadIdx.x;
  return (i + 7) % 32;
}
