export function write(thread: Thread, size: { n: number; step: number }): number | null {
  const i = sample(thread, size);
  return i === null ? null : i * size.step;
}
