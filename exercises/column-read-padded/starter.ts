type Size = { rows: number };

/** Words from one row of the tile to the next. */
export const pitch = 32;

/**
 * The word of the tile for row threadIdx.y + 8 * pass,
 * column threadIdx.x.
 */
export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number | null {
  return (threadIdx.y + 8 * pass) * pitch + threadIdx.x;
}

/**
 * The word of the tile for row threadIdx.x,
 * column threadIdx.y + 8 * pass.
 */
export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number | null {
  return 0;
}
