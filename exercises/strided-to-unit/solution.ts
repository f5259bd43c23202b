/** The threads are numbered by the samples, so that whole warps work and the other warps make no requests. */
function sample({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number; step: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i * size.step < size.n ? i : null;
}

/** Strided: sectors without a sample are skipped, and all the others are needed. */
export function read(thread: Thread, size: { n: number; step: number }): number | null {
  const i = sample(thread, size);
  return i === null ? null : i * size.step;
}

export function write(thread: Thread, size: { n: number; step: number }): number | null {
  return sample(thread, size);
}
