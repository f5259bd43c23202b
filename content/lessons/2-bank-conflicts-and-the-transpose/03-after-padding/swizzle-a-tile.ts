function word(row: number, column: number) {
  return row * 32 + (column ^ row);
}
export function read({ threadIdx }: Thread) {
  return threadIdx.y * 32 + threadIdx.x;
}
export function toTile({ threadIdx }: Thread) {
  return word(threadIdx.y, threadIdx.x);
}
export function fromTile({ threadIdx }: Thread) {
  return word(threadIdx.x, threadIdx.y);
}
export function write({ threadIdx }: Thread) {
  return threadIdx.y * 32 + threadIdx.x;
}
