/** A whole complex number: its parts are neighbours, so one vector holds both. */
export const floatsPerLane = 2;

export function element({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number }): number | null {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  return number < size.n ? floatsPerLane * number : null;
}
