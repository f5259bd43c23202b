export function gate(thread: Thread, size: Activation): number | null {
  const column = firstColumn(thread, size);
  return column === null ? null : thread.blockIdx.y * 2 * size.d + size.d + column;
}

export function up(thread: Thread, size: Activation): number | null {
  const column = firstColumn(thread, size);
  return column === null ? null : thread.blockIdx.y * 2 * size.d + column;
}
