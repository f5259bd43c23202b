const perPage = 256; // vectors in a page
const cachePage = (page: number) => (9 * page + 4) % 128;
export function index({ threadIdx, blockIdx }: Thread) {
  const i = blockIdx.x * 32 + threadIdx.x;
  const page = Math.floor(i / perPage);
  return cachePage(page) * perPage + (i % perPage);
}
