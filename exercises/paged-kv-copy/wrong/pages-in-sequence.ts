export function read(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { blockIdx } = thread;
  const place = placeInPage(thread, size, pass);
  return place === null
    ? null
    : blockIdx.x * elementsOfPage(size) + place;
}
