export function toTile({ threadIdx }: Thread, size: { rows: number }, pass: number): number {
  return (threadIdx.y + 8 * pass) * 32 + threadIdx.x;
}
