export const pitch = 32;

export function toTile({ threadIdx }: Thread, size: { rows: number }, pass: number): number {
  return (threadIdx.y + 8 * pass) * pitch + threadIdx.x;
}

export function fromTile({ threadIdx }: Thread, size: { rows: number }, pass: number): number {
  return threadIdx.x * pitch + threadIdx.y + 8 * pass;
}
