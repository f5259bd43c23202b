type Matrix = { rows: number; columns: number };

const TILE = 32;
const PITCH = TILE;
const ROWS = 8;

export function read({ threadIdx, blockIdx }: Thread, { rows, columns }: Matrix, pass: number): number | null {
  const row = blockIdx.y * TILE + threadIdx.y + ROWS * pass;
  const column = blockIdx.x * TILE + threadIdx.x;
  return row < rows && column < columns ? row * columns + column : null;
}

export function toTile({ threadIdx }: Thread, size: Matrix, pass: number): number {
  return (threadIdx.y + ROWS * pass) * PITCH + threadIdx.x;
}

export function fromTile({ threadIdx }: Thread, size: Matrix, pass: number): number {
  return threadIdx.x * PITCH + threadIdx.y + ROWS * pass;
}

export function write({ threadIdx, blockIdx }: Thread, { rows, columns }: Matrix, pass: number): number | null {
  const row = blockIdx.x * TILE + threadIdx.y + ROWS * pass;
  const column = blockIdx.y * TILE + threadIdx.x;
  return row < columns && column < rows ? row * rows + column : null;
}
