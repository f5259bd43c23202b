// Each lane loads four words. The box has eight rows of 32 bytes, and TMA has copied it with the swizzle of 128 bytes.
export function index({ threadIdx }: Thread) {
  const row = threadIdx.x % 8;
  const piece = (threadIdx.x >> 3) % 2;
  const pitch = 8; // words from row to row
  const key = 0;
  return row * pitch + (piece ^ key) * 4;
}
