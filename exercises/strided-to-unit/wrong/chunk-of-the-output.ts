/**
 * Lane 0 takes the samples of one block, lane 1 those of the
 * next.
 */
function sample(
  { threadIdx, blockIdx, gridDim }: Thread,
  { n, step }: Size,
): number | null {
  const i = threadIdx.x * gridDim.x + blockIdx.x;
  return i * step < n ? i : null;
}
