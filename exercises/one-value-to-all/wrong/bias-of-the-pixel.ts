export function bias(
  thread: Thread,
  size: Size,
): number | null {
  const { channels } = size;
  const i = value(thread, size);
  return i === null ? null : i % channels;
}
