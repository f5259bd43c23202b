const side = 64;
export function read({ threadIdx, blockIdx }: Thread) {
  const row = 32 * blockIdx.y + threadIdx.y;
  const column = 32 * blockIdx.x + threadIdx.x;
  return row * side + column;
}
export function write({ threadIdx, blockIdx }: Thread) {
  const row = 32 * blockIdx.y + threadIdx.y;
  const column = 32 * blockIdx.x + threadIdx.x;
  return column * side + row;
}
