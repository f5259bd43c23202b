const threadNumber = ({ threadIdx, blockIdx, blockDim }: Thread): number => blockIdx.x * blockDim.x + threadIdx.x;

export function vector(thread: Thread, { n }: { n: number }): number | null {
  const first = 4 * threadNumber(thread);
  return first + 4 <= n ? first : null;
}

export function rest(): null {
  return null;
}
