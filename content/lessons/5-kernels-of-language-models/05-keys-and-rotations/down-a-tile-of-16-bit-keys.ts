export function index({ threadIdx }: Thread) {
  const pitch = 65; // numbers of 2 bytes
  return threadIdx.x * pitch;
}
