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
  const into = 2 * stride * threadIdx.x;
  const from = into + stride;
  return from < held ? { into, from } : null;
}
