export function read(
  thread: Thread,
  { n }: Size,
): number | null {
  return ownElement(thread, n);
}

export function write(
  thread: Thread,
  { n, target }: Size,
): number | null {
  const own = ownElement(thread, n);
  return own === null ? null : target[own];
}
