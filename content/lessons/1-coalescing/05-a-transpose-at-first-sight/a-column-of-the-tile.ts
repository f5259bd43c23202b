export function index({ threadIdx }: Thread) {
  const pitch = 32; // words from one row to the next
  const column = 5;
  return pitch * threadIdx.x + column;
}
