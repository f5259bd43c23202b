export function times({ gridDim, blockDim }: Thread, { n }: { n: number }): number {
  return Math.floor(n / (4 * gridDim.x * blockDim.x));
}

export function vector({ threadIdx, blockIdx, blockDim, gridDim }: Thread, { n }: { n: number }, pass: number): number | null {
  const threads = gridDim.x * blockDim.x;
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const element = 4 * (pass * threads + t);
  return element < n ? element : null;
}
