export const floatsPerLane = 8;

export function vector({ threadIdx, blockIdx, blockDim }: Thread, size: { n: number }, pass: number): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const first = 8 * t;
  return first + 8 <= size.n ? first : null;
}
