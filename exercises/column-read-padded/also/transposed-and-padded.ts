// The tile lies column after column: now the store walks with the long stride, and an odd one is as good there.
export const pitch = 33;

export function toTile({ threadIdx }: Thread, size: { rows: number }, pass: number): number {
  return threadIdx.x * 33 + 8 * pass + threadIdx.y;
}

export function fromTile({ threadIdx }: Thread, size: { rows: number }, pass: number): number {
  return threadIdx.x + 33 * (8 * pass + threadIdx.y);
}
