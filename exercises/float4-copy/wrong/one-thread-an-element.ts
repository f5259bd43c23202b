const threadNumber = ({ threadIdx, blockIdx, blockDim }: Thread): number => blockIdx.x * blockDim.x + threadIdx.x;

export function vector(thread: Thread, { n }: { n: number }): number | null {
  const first = threadNumber(thread);
  return first % 4 === 0 && first + 4 <= n ? first : null;
}

export function rest(thread: Thread, { n }: { n: number }): number | null {
  const element = n - (n % 4) + threadNumber(thread);
  return element < n ? element : null;
}
