function placeInPage({ threadIdx, blockDim }: Thread, size: Sequence, pass: number): number | null {
  const place = VECTOR * (pass * blockDim.x + threadIdx.x);
  return place < elementsOfPage(size) ? place : null;
}
