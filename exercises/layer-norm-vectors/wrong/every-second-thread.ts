type Rows = { rows: number; d: number };

export function passes({ threadIdx, blockDim }: Thread, { d }: Rows): number {
  return Math.ceil((d / 4 - threadIdx.x) / blockDim.x);
}

export function read({ threadIdx, blockIdx, blockDim }: Thread, { d }: Rows, pass: number): number | null {
  return blockIdx.x * d + 4 * (pass * blockDim.x + threadIdx.x);
}

export function partner({ threadIdx, blockDim }: Thread, size: Rows, step: number): number | null {
  const half = 1 << step;
  return threadIdx.x % (2 * half) === 0 ? threadIdx.x + half : null;
}
