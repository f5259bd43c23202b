type Size = { n: number; passes: number };

/**
 * The word this thread adds to in pass 0, 1, …;
 * null if it rests.
 */
export function into(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number | null {
  return threadIdx.x % 2 === 0 ? threadIdx.x : null;
}

/** The word that it adds; null if it rests. */
export function from(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number | null {
  return threadIdx.x + 1;
}
