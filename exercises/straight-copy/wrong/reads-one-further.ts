export function read(thread: Thread, size: { n: number }): number | null {
  const index = globalIndex(thread, size.n);
  return index === null ? null : index + 1;
}
