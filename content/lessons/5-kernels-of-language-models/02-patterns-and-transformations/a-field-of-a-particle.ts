const field = 0; // 0 is x, 3 is its velocity
export function index({ threadIdx }: Thread) {
  return threadIdx.x * 6 + field;
}
