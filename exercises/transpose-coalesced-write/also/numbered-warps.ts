type Matrix = { rows: number; columns: number };

// The warps of the whole grid are numbered: each takes the next 32 elements of a row of `out`.
export const write = ({ threadIdx, blockIdx, gridDim }: Thread, { rows, columns }: Matrix) => {
  const warp = (blockIdx.y * gridDim.x + blockIdx.x) * 8 + threadIdx.y;
  const warpsPerRow = (rows + 31) >> 5;
  const row = Math.floor(warp / warpsPerRow);
  const column = ((warp % warpsPerRow) << 5) + threadIdx.x;
  return row < columns && column < rows ? row * rows + column : null;
};

export const read = (thread: Thread, size: Matrix) => {
  const element = write(thread, size);
  return element === null ? null : (element % size.rows) * size.columns + Math.floor(element / size.rows);
};
