type Size = { rows: number; columns: number };

// The last thread takes the first element: the lanes of a warp
// walk along a row from its end.
const fromTheEnd = (extent: number, number: number) =>
  extent - 1 - number;

export const read = (
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
) => {
  const row = fromTheEnd(rows, (blockIdx.y << 3) | threadIdx.y);
  const column = fromTheEnd(
    columns,
    (blockIdx.x << 5) | threadIdx.x,
  );
  return row < 0 || column < 0 ? null : column + columns * row;
};

export const write = (thread: Thread, size: Size) => {
  const { rows, columns } = size;
  const element = read(thread, size);
  if (element === null) return null;
  const column = element % columns;
  return column * rows + (element - column) / columns;
};
