type Strip = { rows: number; columns: number; from: number; width: number };

/** Where the vector of a thread is in the strip: down the first four columns, then down the next four. */
function place({ threadIdx, blockIdx, blockDim }: Thread, { rows }: Strip) {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  return { row: t % rows, column: 4 * Math.floor(t / rows) };
}

/** The first of the four elements of `in` that this thread takes; null when there is no vector. */
export function read(thread: Thread, size: Strip): number | null {
  const { row, column } = place(thread, size);
  return column < size.width ? row * size.columns + size.from + column : null;
}

/** The element of `out` that the first of them goes to; null when there is no vector. */
export function write(thread: Thread, size: Strip): number | null {
  const { row, column } = place(thread, size);
  return column < size.width ? row * size.width + column : null;
}
