type Activation = { rows: number; d: number };

const VECTOR = 8;

/** The column that this thread begins at, the same in both halves and in the output; null past the end. */
function firstColumn({ threadIdx, blockIdx, blockDim }: Thread, { d }: Activation): number | null {
  const column = VECTOR * (blockIdx.x * blockDim.x + threadIdx.x);
  return column < d ? column : null;
}

/** A row of the input is two halves long. */
export function gate(thread: Thread, size: Activation): number | null {
  const column = firstColumn(thread, size);
  return column === null ? null : thread.blockIdx.y * 2 * size.d + column;
}

export function up(thread: Thread, size: Activation): number | null {
  const gates = gate(thread, size);
  return gates === null ? null : gates + size.d;
}

export function write(thread: Thread, size: Activation): number | null {
  const column = firstColumn(thread, size);
  return column === null ? null : thread.blockIdx.y * size.d + column;
}
