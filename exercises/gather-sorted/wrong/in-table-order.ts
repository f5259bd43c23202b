function fetchedEntry(
  thread: Thread,
  { n }: Size,
): number | null {
  const { threadIdx } = thread;
  const entry = firstEntry(thread) + threadIdx.x;
  return entry < n ? entry : null;
}
