function placeInPage(
  { threadIdx, blockDim }: Thread,
  size: Size,
  pass: number,
): number | null {
  const place = VECTOR * (pass * blockDim.x + threadIdx.x);
  return place < elementsOfPage(size) ? place : null;
}
