export function vector(
  thread: Thread,
  { n }: Size,
): number | null {
  const index = threadNumber(thread);
  return index < Math.floor(n / 4) ? index : null;
}
