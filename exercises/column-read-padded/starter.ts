/** Words from one row of the tile to the next. */
export const pitch = 32;

/** The word for the element in row threadIdx.y + 8 * pass, column threadIdx.x of the tile. */
export function toTile({ threadIdx }: Thread, size: { rows: number }, pass: number): number | null {
  return (threadIdx.y + 8 * pass) * pitch + threadIdx.x;
}

/** The word for the element in row threadIdx.x, column threadIdx.y + 8 * pass of the tile. */
export function fromTile({ threadIdx }: Thread, size: { rows: number }, pass: number): number | null {
  return 0;
}
