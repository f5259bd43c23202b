type Lookup = { tokens: number; dim: number; vocabulary: number; ids: readonly number[] };

/** How many passes this thread makes. */
export function passes(thread: Thread, size: Lookup): number {
  return 1;
}

/** The first of the 4 floats of `table` that this thread loads in this pass; null when there are none. */
export function read({ threadIdx }: Thread, { dim, ids }: Lookup, pass: number): number | null {
  const token = threadIdx.x;
  return token * dim;
}

/** The first of the 4 floats of `out` that it stores them in; null when there are none. */
export function write({ threadIdx }: Thread, { dim }: Lookup, pass: number): number | null {
  const token = threadIdx.x;
  return token * dim;
}
