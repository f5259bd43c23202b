export const floatsPerLane = 2;

export function vector(thread: Thread, { n }: { n: number }, pass: number): number | null {
  const threads = thread.gridDim.x * thread.blockDim.x;
  const first = floatsPerLane * (pass * threads + threadNumber(thread));
  return first + floatsPerLane <= n ? first : null;
}
