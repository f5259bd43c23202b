function pair(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n, passes }: Size,
  pass: number,
): { into: number; from: number } | null {
  const held = Math.min(
    blockDim.x,
    n - blockIdx.x * blockDim.x,
  );
  const stride = 2 ** pass;
  const into = threadIdx.x;
  const from = into + stride;
  return into % (2 * stride) === 0 && from < held
    ? { into, from }
    : null;
}
