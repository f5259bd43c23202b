export const floatsPerLane = 4;

const threadNumber = ({ threadIdx, blockIdx, blockDim }: Thread): number => blockIdx.x * blockDim.x + threadIdx.x;

export function vector(thread: Thread, { n }: { n: number }, pass: number): number | null {
  const threads = thread.gridDim.x * thread.blockDim.x;
  const first = floatsPerLane * (pass * threads + threadNumber(thread));
  return first + floatsPerLane <= n ? first : null;
}

export function rest(thread: Thread, { n }: { n: number }): number | null {
  const element = n - (n % floatsPerLane) + threadNumber(thread);
  return element < n ? element : null;
}
