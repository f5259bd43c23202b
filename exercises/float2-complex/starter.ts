type Size = { n: number };

/** Floats that one instruction moves for a lane: 1 or 2. */
export const floatsPerLane = 1;

/**
 * The first float this thread works on in a pass: the real
 * part in pass 0, the imaginary part in pass 1.
 */
export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  return number < n ? 2 * number + pass : null;
}
