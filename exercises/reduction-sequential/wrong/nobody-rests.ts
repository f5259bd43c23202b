function pair(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n, passes }: Size,
  pass: number,
): { into: number; from: number } | null {
  const held = Math.min(
    blockDim.x,
    n - blockIdx.x * blockDim.x,
  );
  const stride = 2 ** (passes - 1 - pass);
  const into = threadIdx.x;
  const from = into + stride;
  return from < held ? { into, from } : null;
}
