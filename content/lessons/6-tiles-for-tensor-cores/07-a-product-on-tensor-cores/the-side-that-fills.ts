// A warp fills four rows of a tile, a piece of four words per lane.
function at(row: number, piece: number) {
  return row * 32 + piece * 4;
}
export function index({ threadIdx }: Thread) {
  return at(threadIdx.x >> 3, threadIdx.x % 8);
}
