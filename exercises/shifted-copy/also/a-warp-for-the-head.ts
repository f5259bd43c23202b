type Size = { from: number; to: number; n: number };

// The first warp copies the head and nothing else; the body
// begins at a sector boundary, with the second warp.

function offset(
  { threadIdx, blockIdx, blockDim }: Thread,
  from: number,
  n: number,
): number {
  const head = Math.min(n, -from & 7);
  const t = blockDim.x * blockIdx.x + threadIdx.x;
  if (t < 32) return t < head ? t : -1;
  const i = head + (t - 32);
  return i < n ? i : -1;
}

export function read(thread: Thread, { from, n }: Size) {
  const i = offset(thread, from, n);
  return i < 0 ? null : from + i;
}

export function write(thread: Thread, { from, to, n }: Size) {
  const i = offset(thread, from, n);
  return i < 0 ? null : to + i;
}
