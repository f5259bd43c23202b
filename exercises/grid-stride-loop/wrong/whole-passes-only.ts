export function times(thread: Thread, { n }: Size): number {
  return Math.floor(n / gridStride(thread));
}
