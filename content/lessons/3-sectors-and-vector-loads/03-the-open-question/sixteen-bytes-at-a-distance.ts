export function index({ threadIdx }: Thread) {
  const distance = 16; // bytes from lane to lane
  return (threadIdx.x * distance) / 4;
}
