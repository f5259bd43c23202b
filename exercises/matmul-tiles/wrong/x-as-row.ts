export function readA(
  { threadIdx, blockIdx }: Thread,
  { rows, inner }: Size,
  step: number,
): number | null {
  return element(
    blockIdx.y * TILE + threadIdx.x,
    step * TILE + threadIdx.y,
    rows,
    inner,
  );
}

export function toA({ threadIdx }: Thread): number {
  return threadIdx.x * TILE + threadIdx.y;
}

export function readB(
  { threadIdx, blockIdx }: Thread,
  { columns, inner }: Size,
  step: number,
): number | null {
  return element(
    step * TILE + threadIdx.x,
    blockIdx.x * TILE + threadIdx.y,
    inner,
    columns,
  );
}

export function toB({ threadIdx }: Thread): number {
  return threadIdx.x * TILE + threadIdx.y;
}

export function fromA(
  { threadIdx }: Thread,
  size: Size,
  k: number,
): number {
  return threadIdx.x * TILE + k;
}

export function fromB(
  { threadIdx }: Thread,
  size: Size,
  k: number,
): number {
  return k * TILE + threadIdx.y;
}

export function write(
  { threadIdx, blockIdx }: Thread,
  { rows, columns }: Size,
): number | null {
  return element(
    blockIdx.y * TILE + threadIdx.x,
    blockIdx.x * TILE + threadIdx.y,
    rows,
    columns,
  );
}
