const d = 11008;
export function index({ threadIdx }: Thread) {
  return d + threadIdx.x;
}
