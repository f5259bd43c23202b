export function write(
  thread: Thread,
  size: Size,
): number | null {
  const { step } = size;
  const i = sample(thread, size);
  return i === null ? null : i * step;
}
