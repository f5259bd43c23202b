export function gate(thread: Thread, size: Activation): number | null {
  const column = firstColumn(thread, size);
  return column === null ? null : thread.blockIdx.y * size.d + column;
}

export function up(thread: Thread, size: Activation): number | null {
  const column = firstColumn(thread, size);
  return column === null ? null : size.rows * size.d + thread.blockIdx.y * size.d + column;
}
