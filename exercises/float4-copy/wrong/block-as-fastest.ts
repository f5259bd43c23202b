const threadNumber = ({ threadIdx, blockIdx, blockDim }: Thread): number => blockIdx.x * blockDim.x + threadIdx.x;

export function vector({ threadIdx, blockIdx, gridDim }: Thread, { n }: { n: number }): number | null {
  const first = 4 * (threadIdx.x * gridDim.x + blockIdx.x);
  return first + 4 <= n ? first : null;
}

export function rest(thread: Thread, { n }: { n: number }): number | null {
  const element = n - (n % 4) + threadNumber(thread);
  return element < n ? element : null;
}
