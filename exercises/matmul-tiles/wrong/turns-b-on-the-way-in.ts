export function toB({ threadIdx }: Thread): number {
  return threadIdx.x * TILE + threadIdx.y;
}
