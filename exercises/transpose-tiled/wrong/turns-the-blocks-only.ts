export function fromTile({ threadIdx }: Thread): number {
  return threadIdx.y * TILE + threadIdx.x;
}
