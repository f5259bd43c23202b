export function vector(
  thread: Thread,
  size: Size,
): number | null {
  const { first, n } = size;
  const element = firstVector(size) + 4 * threadNumber(thread);
  return element < first + n ? element : null;
}
