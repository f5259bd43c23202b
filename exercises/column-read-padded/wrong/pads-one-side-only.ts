export const pitch = 33;

export function toTile({ threadIdx }: Thread, size: { rows: number }, pass: number): number {
  return (threadIdx.y + 8 * pass) * 32 + threadIdx.x;
}

export function fromTile({ threadIdx }: Thread, size: { rows: number }, pass: number): number {
  return threadIdx.x * pitch + threadIdx.y + 8 * pass;
}
