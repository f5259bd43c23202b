/** Floats that one instruction moves for each lane: 1 or 2. */
export const floatsPerLane = 1;

/** The first float that this thread works on in a pass: the real part in pass 0, the imaginary part in pass 1. */
export function element({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number }, pass: number): number | null {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  return number < size.n ? 2 * number + pass : null;
}
