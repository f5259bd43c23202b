export function toTile(
  thread: Thread,
  size: Size,
): number | null {
  return fetchedEntry(thread, size);
}
