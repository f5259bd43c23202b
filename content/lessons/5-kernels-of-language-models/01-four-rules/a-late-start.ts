export function index({ threadIdx }: Thread) {
  const late = 1; // floats
  return late + threadIdx.x;
}
