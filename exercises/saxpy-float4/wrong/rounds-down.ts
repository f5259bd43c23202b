export function times(thread: Thread, size: { n: number }): number {
  return Math.floor(size.n / elementsPerPass(thread));
}
