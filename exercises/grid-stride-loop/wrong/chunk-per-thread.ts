export function element(thread: Thread, size: { n: number }, pass: number): number | null {
  const { threadIdx, blockIdx, blockDim } = thread;
  const index = (blockIdx.x * blockDim.x + threadIdx.x) * times(thread, size) + pass;
  return index < size.n ? index : null;
}
