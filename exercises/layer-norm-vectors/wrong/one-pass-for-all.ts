type Rows = { rows: number; d: number };

export function passes({ threadIdx, blockDim }: Thread, { d }: Rows): number {
  return Math.ceil(d / 4 / blockDim.x);
}

export function read({ threadIdx, blockIdx, blockDim }: Thread, { d }: Rows, pass: number): number | null {
  return blockIdx.x * d + 4 * (pass * blockDim.x + threadIdx.x);
}

export function partner({ threadIdx, blockDim }: Thread, size: Rows, step: number): number | null {
  const half = blockDim.x >> (step + 1);
  return threadIdx.x < half ? threadIdx.x + half : null;
}
