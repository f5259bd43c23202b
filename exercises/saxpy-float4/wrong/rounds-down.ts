export function times(thread: Thread, { n }: Size): number {
  return Math.floor(n / elementsPerPass(thread));
}
