/** The threads are numbered by the samples, so that whole warps work and the others are not there at all. */
function sample({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number; step: number }): number | null {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  return i * size.step < size.n ? i : null;
}

/** Strided: the sectors between the samples are skipped, those with a sample are all needed. */
export function read(thread: Thread, size: { n: number; step: number }): number | null {
  const i = sample(thread, size);
  return i === null ? null : i * size.step;
}

export function write(thread: Thread, size: { n: number; step: number }): number | null {
  return sample(thread, size);
}
