export const pitch = 32;

export function read({ threadIdx, blockIdx }: Thread, size: { rows: number; columns: number }, pass: number): number | null {
  const row = blockIdx.x * 8 + threadIdx.y;
  const column = pass * 32 + threadIdx.x;
  return row < size.rows && column < size.columns ? row * size.columns + column : null;
}

export function toPartials({ threadIdx, blockIdx }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.x * 8 + threadIdx.y;
  return row < size.rows ? threadIdx.x * 8 + threadIdx.y : null;
}

export function fromPartials({ threadIdx, blockIdx }: Thread, size: { rows: number; columns: number }, pass: number): number | null {
  const row = blockIdx.x * 8 + threadIdx.x;
  return threadIdx.y === 0 && threadIdx.x < 8 && row < size.rows ? pass * 8 + threadIdx.x : null;
}

export function write({ threadIdx, blockIdx }: Thread, size: { rows: number; columns: number }): number | null {
  const row = blockIdx.x * 8 + threadIdx.x;
  return threadIdx.y === 0 && threadIdx.x < 8 && row < size.rows ? row : null;
}
