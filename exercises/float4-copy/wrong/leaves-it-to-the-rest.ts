export function vector(): null {
  return null;
}

export function rest(
  thread: Thread,
  { n }: Size,
): number | null {
  const element = threadNumber(thread);
  return element < n ? element : null;
}
