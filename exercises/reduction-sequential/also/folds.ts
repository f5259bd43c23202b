type Size = { n: number; passes: number };

export function from(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n, passes }: Size,
  pass: number,
): number | null {
  const last = (2 << (passes - 1 - pass)) - 1;
  const mirrored = last - threadIdx.x;
  return mirrored > threadIdx.x &&
    mirrored < blockDim.x &&
    blockIdx.x * blockDim.x + mirrored < n
    ? mirrored
    : null;
}

export const into = (
  thread: Thread,
  size: Size,
  pass: number,
): number | null => {
  const { threadIdx } = thread;
  return from(thread, size, pass) === null ? null : threadIdx.x;
};
