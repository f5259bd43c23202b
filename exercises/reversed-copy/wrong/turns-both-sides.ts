export function write(thread: Thread, size: { n: number }): number | null {
  const index = globalIndex(thread);
  return index < size.n ? size.n - 1 - index : null;
}
