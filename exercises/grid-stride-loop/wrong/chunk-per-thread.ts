export function element(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { n } = size;
  const { threadIdx, blockIdx, blockDim } = thread;
  const index =
    (blockIdx.x * blockDim.x + threadIdx.x) *
      times(thread, size) +
    pass;
  return index < n ? index : null;
}
