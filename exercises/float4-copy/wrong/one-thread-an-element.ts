export function vector(
  thread: Thread,
  { n }: Size,
): number | null {
  const first = threadNumber(thread);
  return first % 4 === 0 && first + 4 <= n ? first : null;
}
