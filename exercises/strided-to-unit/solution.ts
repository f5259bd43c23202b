type Size = { n: number; step: number };

/**
 * The threads are numbered by the samples, so that whole warps
 * work and the other warps make no requests.
 */
function sample(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n, step }: Size,
): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i * step < n ? i : null;
}

/**
 * Strided: sectors without a sample are skipped, and all the
 * others are needed.
 */
export function read(
  thread: Thread,
  size: Size,
): number | null {
  const { step } = size;
  const i = sample(thread, size);
  return i === null ? null : i * step;
}

export function write(
  thread: Thread,
  size: Size,
): number | null {
  return sample(thread, size);
}
