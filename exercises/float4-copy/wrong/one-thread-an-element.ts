export function vector(thread: Thread, { n }: { n: number }): number | null {
  const first = threadNumber(thread);
  return first % 4 === 0 && first + 4 <= n ? first : null;
}
