/** The element of the matrix that this thread copies, counted along the rows; null outside the matrix. */
export function element(thread: Thread, size: { rows: number; columns: number }): number | null {
  const row = thread.threadIdx.y;
  const column = thread.threadIdx.x;
  return row * size.columns + column;
}
