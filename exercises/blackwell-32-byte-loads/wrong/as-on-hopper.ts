export const floatsPerLane = 4;

export function vector(
  thread: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const { blockDim, gridDim } = thread;
  const threads = gridDim.x * blockDim.x;
  const first =
    floatsPerLane * (pass * threads + threadNumber(thread));
  return first + floatsPerLane <= n ? first : null;
}
