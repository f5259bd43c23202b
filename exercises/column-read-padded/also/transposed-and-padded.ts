type Size = { rows: number };

// The tile is stored column by column: now the store has the
// long stride, and an odd one works as well there.
export const pitch = 33;

export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return threadIdx.x * 33 + 8 * pass + threadIdx.y;
}

export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return threadIdx.x + 33 * (8 * pass + threadIdx.y);
}
