type Size = {
  rows: number;
  columns: number;
  from: number;
  width: number;
};

/**
 * Where a thread's vector is in the strip: down the first
 * four columns, then down the next four.
 */
function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  { rows }: Size,
) {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  return {
    row: t % rows,
    column: 4 * Math.floor(t / rows),
  };
}

/**
 * The first of the four elements of `in` that it takes;
 * null if there is no vector.
 */
export function read(
  thread: Thread,
  size: Size,
): number | null {
  const { columns, from, width } = size;
  const { row, column } = place(thread, size);
  return column < width ? row * columns + from + column : null;
}

/** The element of `out` that the first of them goes to. */
export function write(
  thread: Thread,
  size: Size,
): number | null {
  const { width } = size;
  const { row, column } = place(thread, size);
  return column < width ? row * width + column : null;
}
