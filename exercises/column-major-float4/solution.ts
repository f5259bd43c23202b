type Strip = { rows: number; columns: number; from: number; width: number };

const FLOATS_PER_VECTOR = 4;

/** Vectors are numbered along the rows of the strip: two neighbouring lanes share a sector, however narrow the strip is. */
function place({ threadIdx, blockIdx, blockDim }: Thread, { width }: Strip) {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const vectorsPerRow = width / FLOATS_PER_VECTOR;
  return { row: Math.floor(t / vectorsPerRow), column: FLOATS_PER_VECTOR * (t % vectorsPerRow) };
}

export function read(thread: Thread, size: Strip): number | null {
  const { row, column } = place(thread, size);
  return row < size.rows ? row * size.columns + size.from + column : null;
}

export function write(thread: Thread, size: Strip): number | null {
  const { row, column } = place(thread, size);
  return row < size.rows ? row * size.width + column : null;
}
