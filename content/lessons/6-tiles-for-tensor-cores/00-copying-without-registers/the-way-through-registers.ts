export function read({ threadIdx }: Thread) {
  return threadIdx.x;
}
export function toTile({ threadIdx }: Thread) {
  return threadIdx.x;
}
