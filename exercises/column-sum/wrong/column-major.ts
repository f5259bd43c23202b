export function read(
  thread: Thread,
  { rows, columns }: Size,
  pass: number,
): number | null {
  const column = columnOf(thread);
  return column < columns ? column * rows + pass : null;
}
