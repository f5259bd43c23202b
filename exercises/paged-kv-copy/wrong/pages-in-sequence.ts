export function read(thread: Thread, size: Sequence, pass: number): number | null {
  const place = placeInPage(thread, size, pass);
  return place === null ? null : thread.blockIdx.x * elementsOfPage(size) + place;
}
