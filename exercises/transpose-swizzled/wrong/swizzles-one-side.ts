export function fromTile({ threadIdx }: Thread): number {
  return threadIdx.x * TILE + threadIdx.y;
}
