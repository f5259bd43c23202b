export function index({ threadIdx }: Thread) {
  const moved = 0; // floats
  return moved + 4 * threadIdx.x;
}
