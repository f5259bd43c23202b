const threadNumber = ({ threadIdx, blockIdx, blockDim }: Thread): number => blockIdx.x * blockDim.x + threadIdx.x;

export function vector(): null {
  return null;
}

export function rest(thread: Thread, { n }: { n: number }): number | null {
  const element = threadNumber(thread);
  return element < n ? element : null;
}
