function rowOfTotal(
  { threadIdx, blockIdx }: Thread,
  { rows }: Size,
): number | null {
  const row = blockIdx.x * ROWS + threadIdx.y;
  return threadIdx.x === 0 && row < rows ? row : null;
}

export function fromPartials(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { threadIdx } = thread;
  return rowOfTotal(thread, size) === null
    ? null
    : threadIdx.y * pitch + pass;
}
