export function vector(
  thread: Thread,
  { n }: Size,
): number | null {
  const first = FLOATS_PER_VECTOR * threadNumber(thread) + 1;
  return first + FLOATS_PER_VECTOR <= n ? first : null;
}
