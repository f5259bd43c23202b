export function read(
  thread: Thread,
  { n }: Size,
): number | null {
  const index = globalIndex(thread);
  return index < n ? n - index : null;
}
