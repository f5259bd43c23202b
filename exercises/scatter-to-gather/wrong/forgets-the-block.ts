function ownElement(
  { threadIdx }: Thread,
  n: number,
): number | null {
  return threadIdx.x < n ? threadIdx.x : null;
}
