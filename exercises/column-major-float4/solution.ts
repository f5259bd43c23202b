type Size = {
  rows: number;
  columns: number;
  from: number;
  width: number;
};

const FLOATS_PER_VECTOR = 4;

/**
 * Vectors are numbered along the rows of the strip: two
 * neighbouring lanes share a sector, however narrow the strip
 * is.
 */
function place(
  { threadIdx, blockIdx, blockDim }: Thread,
  { width }: Size,
) {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const vectorsPerRow = width / FLOATS_PER_VECTOR;
  return {
    row: Math.floor(t / vectorsPerRow),
    column: FLOATS_PER_VECTOR * (t % vectorsPerRow),
  };
}

export function read(
  thread: Thread,
  size: Size,
): number | null {
  const { rows, columns, from } = size;
  const { row, column } = place(thread, size);
  return row < rows ? row * columns + from + column : null;
}

export function write(
  thread: Thread,
  size: Size,
): number | null {
  const { rows, width } = size;
  const { row, column } = place(thread, size);
  return row < rows ? row * width + column : null;
}
