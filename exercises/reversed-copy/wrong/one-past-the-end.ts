export function read(thread: Thread, size: { n: number }): number | null {
  const index = globalIndex(thread);
  return index < size.n ? size.n - index : null;
}
