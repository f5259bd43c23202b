export function vector(
  thread: Thread,
  { n }: Size,
): number | null {
  const first = 4 * threadNumber(thread);
  return first < n ? first : null;
}

export function rest(): null {
  return null;
}
