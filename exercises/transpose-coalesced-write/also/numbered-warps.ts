type Size = { rows: number; columns: number };

// The warps of the whole grid are numbered: each takes the
// next 32 elements of a row of `out`.
export const write = (
  { threadIdx, blockIdx, gridDim }: Thread,
  { rows, columns }: Size,
) => {
  const warp =
    (blockIdx.y * gridDim.x + blockIdx.x) * 8 + threadIdx.y;
  const warpsPerRow = (rows + 31) >> 5;
  const row = Math.floor(warp / warpsPerRow);
  const column = ((warp % warpsPerRow) << 5) + threadIdx.x;
  return row < columns && column < rows
    ? row * rows + column
    : null;
};

export const read = (thread: Thread, size: Size) => {
  const { rows, columns } = size;
  const element = write(thread, size);
  return element === null
    ? null
    : (element % rows) * columns + Math.floor(element / rows);
};
