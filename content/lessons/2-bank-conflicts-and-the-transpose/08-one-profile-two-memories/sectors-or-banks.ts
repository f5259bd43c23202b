const pitch = 32;
export function read({ threadIdx }: Thread) {
  return threadIdx.y * 32 + threadIdx.x;
}
export function toTile({ threadIdx }: Thread) {
  return threadIdx.y * pitch + threadIdx.x;
}
export function fromTile({ threadIdx }: Thread) {
  return threadIdx.y * pitch + threadIdx.x;
}
export function write({ threadIdx }: Thread) {
  return threadIdx.x * 32 + threadIdx.y;
}
