export function readA({ threadIdx }: Thread, size: object, k: number) {
  const row = threadIdx.y;
  return row * 64 + k;
}
export function readB({ threadIdx }: Thread, size: object, k: number) {
  const column = threadIdx.x;
  return k * 64 + column;
}
