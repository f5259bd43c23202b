export function toTile({ threadIdx }: Thread): number {
  return threadIdx.x;
}
