function rowOfTotal({ threadIdx, blockIdx }: Thread, size: Matrix): number | null {
  const row = blockIdx.x * ROWS + threadIdx.y;
  return threadIdx.x === 0 && row < size.rows ? row : null;
}

export function fromPartials(thread: Thread, size: Matrix, pass: number): number | null {
  return rowOfTotal(thread, size) === null ? null : thread.threadIdx.y * pitch + pass;
}
