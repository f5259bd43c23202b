export function vector(
  thread: Thread,
  size: Size,
): number | null {
  const { first, n } = size;
  const element = firstVector(size) + threadNumber(thread);
  return element % 4 === 0 && element + 4 <= first + n
    ? element
    : null;
}
