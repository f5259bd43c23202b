export function vector(thread: Thread, size: { n: number }, pass: number): number | null {
  const { threadIdx, blockIdx, blockDim } = thread;
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const element = FLOATS_PER_VECTOR * (t * times(thread, size) + pass);
  return element < size.n ? element : null;
}
