export function index({ threadIdx }: Thread) {
  const pitch = 64; // in halves
  return threadIdx.x * pitch;
}
