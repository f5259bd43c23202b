function pair(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
  pass: number,
): { into: number; from: number } | null {
  const held = Math.min(
    blockDim.x,
    n - blockIdx.x * blockDim.x,
  );
  const stride = 2 ** pass;
  const into = threadIdx.x;
  const from = into + stride;
  return into < stride && from < held ? { into, from } : null;
}
