export function toB({ threadIdx }: Thread): number {
  return threadIdx.x * TILE + threadIdx.y;
}

export function fromB(
  { threadIdx }: Thread,
  size: Size,
  k: number,
): number {
  return threadIdx.x * TILE + k;
}
