// The upper half is folded over the lower one, last word onto first.
type Sums = { n: number; passes: number };

export function from({ threadIdx: { x }, blockIdx, blockDim }: Thread, { n, passes }: Sums, pass: number): number | null {
  const last = (2 << (passes - 1 - pass)) - 1;
  const mirrored = last - x;
  return mirrored > x && mirrored < blockDim.x && blockIdx.x * blockDim.x + mirrored < n ? mirrored : null;
}

export const into = (thread: Thread, size: Sums, pass: number): number | null =>
  from(thread, size, pass) === null ? null : thread.threadIdx.x;
