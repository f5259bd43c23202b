type Products = { batches: number; rows: number; columns: number; inner: number; batchInnermost: number };

function digits({ threadIdx, blockIdx, blockDim }: Thread, { batches, rows, columns }: Products) {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  if (number >= batches * rows * columns) return null;
  const inMatrix = number % (rows * columns);
  return { batch: Math.floor(number / (rows * columns)), row: Math.floor(inMatrix / columns), column: inMatrix % columns };
}

export function batch(thread: Thread, size: Products): number | null {
  return digits(thread, size)?.batch ?? null;
}

export function row(thread: Thread, size: Products): number | null {
  return digits(thread, size)?.row ?? null;
}

export function column(thread: Thread, size: Products): number | null {
  return digits(thread, size)?.column ?? null;
}
