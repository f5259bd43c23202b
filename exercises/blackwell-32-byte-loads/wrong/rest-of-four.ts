export const floatsPerLane = 8;

const threadNumber = ({ threadIdx, blockIdx, blockDim }: Thread): number => blockIdx.x * blockDim.x + threadIdx.x;

export function vector(thread: Thread, { n }: { n: number }): number | null {
  const first = floatsPerLane * threadNumber(thread);
  return first + floatsPerLane <= n ? first : null;
}

export function rest(thread: Thread, { n }: { n: number }): number | null {
  const element = n - (n % 4) + threadNumber(thread);
  return element < n ? element : null;
}
