type Size = { rows: number };

// No padding at all: row r begins at its word r and wraps
// around.
export const pitch = 32;

export const toTile = (
  { threadIdx: { x, y } }: Thread,
  size: Size,
  pass: number,
): number => {
  const row = y + (pass << 3);
  return (row << 5) | ((x + row) & 31);
};

export const fromTile = (
  { threadIdx: { x, y } }: Thread,
  size: Size,
  pass: number,
): number => (x << 5) | ((y + (pass << 3) + x) & 31);
