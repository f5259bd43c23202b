export function times({ gridDim, blockDim }: Thread, size: { n: number }): number {
  return Math.ceil(size.n / (gridDim.x * blockDim.x));
}

export function element(thread: Thread, size: { n: number }, pass: number): number | null {
  const { threadIdx, blockIdx, blockDim } = thread;
  const index = (blockIdx.x * blockDim.x + threadIdx.x) * times(thread, size) + pass;
  return index < size.n ? index : null;
}
