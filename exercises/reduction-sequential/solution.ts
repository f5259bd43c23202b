type Size = { n: number; passes: number };

/**
 * What is left is always the first words of the block: thread
 * t adds word t + stride to word t, and the stride halves.
 */
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
  return into < stride && from < held ? { into, from } : null;
}

export function into(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  return pair(thread, size, pass)?.into ?? null;
}

export function from(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  return pair(thread, size, pass)?.from ?? null;
}
