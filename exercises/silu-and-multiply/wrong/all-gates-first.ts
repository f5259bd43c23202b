export function gate(
  thread: Thread,
  size: Size,
): number | null {
  const { d } = size;
  const { blockIdx } = thread;
  const column = firstColumn(thread, size);
  return column === null ? null : blockIdx.y * d + column;
}

export function up(thread: Thread, size: Size): number | null {
  const { rows, d } = size;
  const { blockIdx } = thread;
  const column = firstColumn(thread, size);
  return column === null
    ? null
    : rows * d + blockIdx.y * d + column;
}
