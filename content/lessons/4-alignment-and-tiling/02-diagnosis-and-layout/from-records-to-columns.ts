export function index({ threadIdx }: Thread) {
  const body = threadIdx.x;
  const field = 0; // 0: x, 1: y, 2: z, 3: weight
  return 4 * body + field; // AoS
}
