export function write(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { blockTable } = size;
  const { blockIdx } = thread;
  const place = placeInPage(thread, size, pass);
  return place === null
    ? null
    : blockTable[blockIdx.x] * elementsOfPage(size) + place;
}
