export const pitch = TILE;

export function toTile({ threadIdx }: Thread): number {
  return threadIdx.x * pitch + threadIdx.y;
}

export function fromTile({ threadIdx }: Thread): number {
  return threadIdx.y * pitch + threadIdx.x;
}
