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

export function fromB(
  { threadIdx }: Thread,
  size: Size,
  k: number,
): number {
  return threadIdx.x * TILE + k;
}
