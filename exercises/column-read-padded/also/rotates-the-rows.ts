type Size = { rows: number };

// No padding at all: row r begins at its word r and wraps
// around.
export const pitch = 32;

export const toTile = (
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number => {
  const row = threadIdx.y + (pass << 3);
  return (row << 5) | ((threadIdx.x + row) & 31);
};

export const fromTile = (
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number =>
  (threadIdx.x << 5) |
  ((threadIdx.y + (pass << 3) + threadIdx.x) & 31);
