function pair(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n, passes }: Size,
  pass: number,
): { into: number; from: number } | null {
  const held = blockDim.x;
  const stride = 2 ** (passes - 1 - pass);
  const into = threadIdx.x;
  const from = into + stride;
  return into < stride && from < held ? { into, from } : null;
}
