// Lane 8 m + r gives row r of matrix m. A row of the tile has four pieces of four words.
export function index({ threadIdx }: Thread) {
  const m = threadIdx.x >> 3;
  const row = 8 * (m % 2) + (threadIdx.x % 8);
  const piece = m >> 1;
  const key = row % 4;
  return row * 16 + (piece ^ key) * 4;
}
