type Size = { n: number };

/**
 * A whole complex number: its parts are neighbours, so one
 * vector holds both.
 */
export const floatsPerLane = 2;

export function element(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  return number < n ? floatsPerLane * number : null;
}
