export function vector(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { n } = size;
  const { threadIdx, blockIdx, blockDim } = thread;
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const element =
    FLOATS_PER_VECTOR * (t * times(thread, size) + pass);
  return element < n ? element : null;
}
