function fetchedEntry(thread: Thread, { n }: Gather): number | null {
  const entry = firstEntry(thread) + thread.threadIdx.x;
  return entry < n ? entry : null;
}
