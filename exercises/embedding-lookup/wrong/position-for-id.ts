export function read(
  thread: Thread,
  { tokens, dim }: Size,
  pass: number,
): number | null {
  const token = tokenOf(thread);
  const column = columnOf(thread, pass);
  return token < tokens && column < dim
    ? token * dim + column
    : null;
}
