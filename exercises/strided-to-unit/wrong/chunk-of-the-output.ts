/** Lane 0 takes the samples of one block, lane 1 those of the next. */
function sample({ threadIdx, blockIdx, gridDim }: Thread, size: { n: number; step: number }): number | null {
  const i = threadIdx.x * gridDim.x + blockIdx.x;
  return i * size.step < size.n ? i : null;
}
