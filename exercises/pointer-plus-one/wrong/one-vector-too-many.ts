export function vector(thread: Thread, slice: Slice): number | null {
  const element = firstVector(slice) + 4 * threadNumber(thread);
  return element < slice.first + slice.n ? element : null;
}
