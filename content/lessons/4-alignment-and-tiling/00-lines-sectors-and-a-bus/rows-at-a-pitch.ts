export function index({ threadIdx }: Thread) {
  const pitch = 1001; // floats
  return threadIdx.y * pitch + threadIdx.x;
}
