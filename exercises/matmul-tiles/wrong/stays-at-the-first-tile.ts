export function readA(
  { threadIdx, blockIdx }: Thread,
  { rows, inner }: Size,
): number | null {
  return element(
    blockIdx.y * TILE + threadIdx.y,
    threadIdx.x,
    rows,
    inner,
  );
}

export function readB(
  { threadIdx, blockIdx }: Thread,
  { columns, inner }: Size,
): number | null {
  return element(
    threadIdx.y,
    blockIdx.x * TILE + threadIdx.x,
    inner,
    columns,
  );
}
