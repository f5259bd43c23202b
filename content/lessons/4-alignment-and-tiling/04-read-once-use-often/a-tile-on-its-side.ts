const pitch = 32;
export function readA({ threadIdx }: Thread) {
  return threadIdx.y * 64 + threadIdx.x;
}
export function toTile({ threadIdx }: Thread) {
  return threadIdx.x * pitch + threadIdx.y;
}
// for term k of the sum
export function fromTile({ threadIdx }: Thread, size: object, k: number) {
  return k * pitch + threadIdx.y;
}
