export function index({ threadIdx }: Thread) {
  const together = 1;
  const row = Math.floor(threadIdx.x / together);
  const vector = threadIdx.x % together;
  return row * 4096 + 4 * vector;
}
