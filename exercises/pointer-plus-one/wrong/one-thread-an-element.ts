export function vector(thread: Thread, slice: Slice): number | null {
  const element = firstVector(slice) + threadNumber(thread);
  return element % 4 === 0 && element + 4 <= slice.first + slice.n ? element : null;
}
