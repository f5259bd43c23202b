type Activation = { rows: number; d: number };

function firstColumn({ threadIdx, blockIdx, blockDim }: Thread, { d }: Activation): number | null {
  const column = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  return column < d ? column : null;
}

export function gate(thread: Thread, size: Activation): number | null {
  const column = firstColumn(thread, size);
  return column === null ? null : thread.blockIdx.y * 2 * size.d + size.d + column;
}

export function up(thread: Thread, size: Activation): number | null {
  const column = firstColumn(thread, size);
  return column === null ? null : thread.blockIdx.y * 2 * size.d + column;
}

export function write(thread: Thread, size: Activation): number | null {
  const column = firstColumn(thread, size);
  return column === null ? null : thread.blockIdx.y * size.d + column;
}
