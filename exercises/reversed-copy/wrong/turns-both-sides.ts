export function write(
  thread: Thread,
  { n }: Size,
): number | null {
  const index = globalIndex(thread);
  return index < n ? n - 1 - index : null;
}
