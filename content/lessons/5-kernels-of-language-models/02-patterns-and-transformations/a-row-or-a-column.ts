const pitch = 64; // floats from one row to the next
export function index({ threadIdx, blockIdx }: Thread) {
  const row = threadIdx.x;
  const column = blockIdx.x;
  return row * pitch + column;
}
