// Lane 8 m + r gives row r of matrix m: four words, from this one on.
export function index({ threadIdx }: Thread) {
  const pitch = 40; // words from one row of the tile to the next
  const m = threadIdx.x >> 3;
  const row = 8 * (m % 2) + (threadIdx.x % 8);
  const piece = m >> 1;
  return row * pitch + piece * 4;
}
