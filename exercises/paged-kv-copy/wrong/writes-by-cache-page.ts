export function write(thread: Thread, size: Sequence, pass: number): number | null {
  const place = placeInPage(thread, size, pass);
  return place === null ? null : size.blockTable[thread.blockIdx.x] * elementsOfPage(size) + place;
}
