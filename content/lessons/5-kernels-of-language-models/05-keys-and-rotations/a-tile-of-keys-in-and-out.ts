// Elements are vectors of 16 bytes. A key has 8 of them.
const place = (key: number, chunk: number) => key * 8 + chunk;
export function bring({ threadIdx }: Thread, size: object, pass: number) {
  return 32 * pass + threadIdx.x;
}
export function toTile({ threadIdx }: Thread, size: object, pass: number) {
  const key = 4 * pass + Math.floor(threadIdx.x / 8);
  return place(key, threadIdx.x % 8);
}
export function fromTile({ threadIdx }: Thread, size: object, chunk: number) {
  return place(threadIdx.x, chunk);
}
