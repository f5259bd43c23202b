export function gate(
  thread: Thread,
  size: Size,
): number | null {
  const { d } = size;
  const { blockIdx } = thread;
  const column = firstColumn(thread, size);
  return column === null
    ? null
    : blockIdx.y * 2 * d + d + column;
}

export function up(thread: Thread, size: Size): number | null {
  const { d } = size;
  const { blockIdx } = thread;
  const column = firstColumn(thread, size);
  return column === null ? null : blockIdx.y * 2 * d + column;
}
