export function read(
  thread: Thread,
  size: Size,
): number | null {
  const i = element(thread, size);
  return i === null ? null : i + 1;
}
