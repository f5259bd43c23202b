export function rest(
  thread: Thread,
  { n }: Size,
): number | null {
  const element = n - (n % 4) + threadNumber(thread);
  return element < n ? element : null;
}
