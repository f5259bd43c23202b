/** Lane 0 takes the samples of one block, lane 1 those of the next. */
function sample({ threadIdx, blockIdx, gridDim }: Thread): number {
  return threadIdx.x * gridDim.x + blockIdx.x;
}

export function read(thread: Thread, size: { n: number; step: number }): number | null {
  const i = sample(thread);
  return i * size.step < size.n ? i * size.step : null;
}

export function write(thread: Thread, size: { n: number; step: number }): number | null {
  const i = sample(thread);
  return i * size.step < size.n ? i : null;
}
