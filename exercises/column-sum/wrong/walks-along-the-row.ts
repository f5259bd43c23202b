export function read(
  thread: Thread,
  { columns }: Size,
  pass: number,
): number | null {
  const column = columnOf(thread);
  return column < columns ? column * columns + pass : null;
}
