type Sums = { n: number; passes: number };

function pair({ threadIdx, blockIdx, blockDim }: Thread, { n, passes }: Sums, pass: number): { into: number; from: number } | null {
  const held = Math.min(blockDim.x, n - blockIdx.x * blockDim.x);
  const stride = 2 ** (passes - 1 - pass);
  const into = threadIdx.x;
  const from = into + stride;
  return from < held ? { into, from } : null;
}

export function into(thread: Thread, size: Sums, pass: number): number | null {
  return pair(thread, size, pass)?.into ?? null;
}

export function from(thread: Thread, size: Sums, pass: number): number | null {
  return pair(thread, size, pass)?.from ?? null;
}
