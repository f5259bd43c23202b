export function read(
  thread: Thread,
  { n, target }: Size,
): number | null {
  const own = ownElement(thread, n);
  return own === null ? null : target[own];
}
