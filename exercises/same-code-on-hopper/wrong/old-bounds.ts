export function vector({ threadIdx, blockIdx, blockDim, gridDim }: Thread, size: { n: number }, pass: number): number | null {
  const threads = gridDim.x * blockDim.x;
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const first = floatsPerLane * (pass * threads + t);
  return first + 8 <= size.n ? first : null;
}
