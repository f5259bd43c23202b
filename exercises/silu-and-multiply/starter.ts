type Activation = { rows: number; d: number };

/** The first of the 8 gates that this thread loads; null when there are none. */
export function gate({ threadIdx, blockIdx }: Thread, { d }: Activation): number | null {
  return blockIdx.y * d + threadIdx.x;
}

/** The first of the 8 elements that they are multiplied by; null when there are none. */
export function up({ threadIdx, blockIdx }: Thread, { d }: Activation): number | null {
  return null;
}

/** The first of the 8 elements of `out` that this thread stores; null when there are none. */
export function write({ threadIdx, blockIdx }: Thread, { d }: Activation): number | null {
  return null;
}
