const side = 64;
const pitch = 32;
export function read({ threadIdx, blockIdx }: Thread) {
  const row = 32 * blockIdx.y + threadIdx.y;
  const column = 32 * blockIdx.x + threadIdx.x;
  return row * side + column;
}
export function toTile({ threadIdx }: Thread) {
  return threadIdx.y * pitch + threadIdx.x;
}
export function fromTile({ threadIdx }: Thread) {
  return threadIdx.x * pitch + threadIdx.y;
}
export function write({ threadIdx, blockIdx }: Thread) {
  const row = 32 * blockIdx.x + threadIdx.y;
  const column = 32 * blockIdx.y + threadIdx.x;
  return row * side + column;
}
