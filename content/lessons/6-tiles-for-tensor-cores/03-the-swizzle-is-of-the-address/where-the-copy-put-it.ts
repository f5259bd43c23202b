// Each lane loads a piece of four words. TMA has put the tile at byte 128, with the swizzle of 128 bytes.
export function index({ threadIdx }: Thread) {
  const begins = 32; // words in front of the tile
  const row = threadIdx.x % 8;
  const piece = threadIdx.x >> 3;
  const key = row % 8;
  return begins + row * 32 + (piece ^ key) * 4;
}
