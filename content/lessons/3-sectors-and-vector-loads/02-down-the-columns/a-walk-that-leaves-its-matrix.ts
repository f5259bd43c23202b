const rows = 8;
const width = 16; // floats
export function index({ threadIdx }: Thread) {
  const i = 4 * threadIdx.x;
  const row = i % width;
  const column = 4 * Math.floor(i / width);
  return row * width + column;
}
