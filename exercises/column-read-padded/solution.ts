type Size = { rows: number };

/**
 * An odd number of words from row to row: the 32 words of a
 * column are in 32 different banks.
 */
export const pitch = 33;

function word(row: number, column: number): number {
  return row * pitch + column;
}

export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return word(threadIdx.y + 8 * pass, threadIdx.x);
}

export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number {
  return word(threadIdx.x, threadIdx.y + 8 * pass);
}
