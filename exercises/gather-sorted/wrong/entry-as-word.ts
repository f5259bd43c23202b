export function toTile(thread: Thread, size: Gather): number | null {
  return fetchedEntry(thread, size);
}
