type Sums = { n: number; passes: number };

/** The word that this thread adds to in this pass (0, 1, …), or null if it rests. */
export function into({ threadIdx }: Thread, size: Sums, pass: number): number | null {
  return threadIdx.x % 2 === 0 ? threadIdx.x : null;
}

/** The word that it adds, or null if it rests. */
export function from({ threadIdx }: Thread, size: Sums, pass: number): number | null {
  return threadIdx.x + 1;
}
