export function vector(thread: Thread, { n }: { n: number }): number | null {
  const index = threadNumber(thread);
  return index < Math.floor(n / 4) ? index : null;
}
