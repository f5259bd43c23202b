export const floatsPerLane = 4;

export function vector(
  thread: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const first = 8 * threadNumber(thread) + floatsPerLane * pass;
  return first + floatsPerLane <= n ? first : null;
}
