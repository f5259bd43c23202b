export function index({ threadIdx }: Thread) {
  const rowLength = 4096; // floats
  return threadIdx.x * rowLength;
}
