export function index({ threadIdx }: Thread) {
  const pitch = 34; // words from one row to the next
  return threadIdx.x * pitch + 5;
}
