const length = 1001;
export function index({ threadIdx }: Thread) {
  const field = 1; // 0: x, 1: y, 2: z, 3: weight
  return field * length + threadIdx.x;
}
