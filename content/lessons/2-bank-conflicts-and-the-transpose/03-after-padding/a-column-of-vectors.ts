export function index({ threadIdx }: Thread) {
  const pitch = 32; // in words
  return threadIdx.x * pitch;
}
