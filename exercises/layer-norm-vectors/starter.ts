type Rows = { rows: number; d: number };

/** How many vectors of the row this thread adds up. */
export function passes({ threadIdx, blockDim }: Thread, { d }: Rows): number {
  return 1;
}

/** The first of the 4 elements of `in` that this thread loads in this pass. */
export function read({ threadIdx, blockIdx, blockDim }: Thread, { d }: Rows, pass: number): number | null {
  return blockIdx.x * d + 4 * threadIdx.x;
}

/** The thread whose partial sum this thread adds to its own in this step; null if it adds nothing. */
export function partner({ threadIdx, blockDim }: Thread, size: Rows, step: number): number | null {
  return null;
}
