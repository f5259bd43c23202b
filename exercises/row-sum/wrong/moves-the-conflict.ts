export const pitch = LANES;

export function toPartials({ threadIdx, blockIdx }: Thread, size: Matrix): number | null {
  const row = blockIdx.x * ROWS + threadIdx.y;
  return row < size.rows ? threadIdx.x * ROWS + threadIdx.y : null;
}

export function fromPartials(thread: Thread, size: Matrix, pass: number): number | null {
  return rowOfTotal(thread, size) === null ? null : pass * ROWS + thread.threadIdx.x;
}
