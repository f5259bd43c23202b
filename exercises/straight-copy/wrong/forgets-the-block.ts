function element(
  { threadIdx }: Thread,
  { n }: Size,
): number | null {
  return threadIdx.x < n ? threadIdx.x : null;
}
