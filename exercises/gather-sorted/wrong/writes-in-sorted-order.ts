export function toTile({ threadIdx }: Thread): number {
  return threadIdx.x;
}

export function write(
  thread: Thread,
  size: Size,
): number | null {
  return fetchedEntry(thread, size);
}
