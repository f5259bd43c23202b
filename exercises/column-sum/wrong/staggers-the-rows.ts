export function read(
  thread: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const { threadIdx } = thread;
  const column = columnOf(thread);
  const row = (pass + threadIdx.x) % rows;
  return column < columns ? row * columns + column : null;
}
