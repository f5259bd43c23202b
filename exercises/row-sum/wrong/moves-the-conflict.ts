export const pitch = LANES;

export function toPartials(
  { threadIdx, blockIdx }: Thread,
  { rows }: Size,
): number | null {
  const row = blockIdx.x * ROWS + threadIdx.y;
  return row < rows ? threadIdx.x * ROWS + threadIdx.y : null;
}

export function fromPartials(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { threadIdx } = thread;
  return rowOfTotal(thread, size) === null
    ? null
    : pass * ROWS + threadIdx.x;
}
