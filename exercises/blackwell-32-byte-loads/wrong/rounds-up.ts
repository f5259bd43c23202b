export function vector(
  thread: Thread,
  { n }: Size,
): number | null {
  const first = floatsPerLane * threadNumber(thread);
  return first < n ? first : null;
}

export function rest(): null {
  return null;
}
