export function vector(
  thread: Thread,
  size: Size,
  pass: number,
): number {
  const { threadIdx, blockIdx, blockDim } = thread;
  const first =
    FLOATS_PER_VECTOR * (blockIdx.x * blockDim.x + threadIdx.x);
  return pass * elementsPerPass(thread) + first;
}
