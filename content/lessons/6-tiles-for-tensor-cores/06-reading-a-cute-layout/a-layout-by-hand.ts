// The offset of a layout, by hand: each lane loads the piece of four words at (row, column).
export function index({ threadIdx }: Thread) {
  const row = threadIdx.x % 8;
  const column = threadIdx.x >> 3;
  const offset = row * 1 + column * 8;
  return offset * 4;
}
