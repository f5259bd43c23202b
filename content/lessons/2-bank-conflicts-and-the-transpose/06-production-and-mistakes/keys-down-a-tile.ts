export function index({ threadIdx }: Thread) {
  const vectorsPerKey = 8;
  return threadIdx.x * vectorsPerKey;
}
