type Products = { batches: number; rows: number; columns: number; inner: number; batchInnermost: number };

/** Which matrix of the batch this thread works on; null when it has nothing to do. */
export function batch({ threadIdx, blockIdx, blockDim }: Thread, size: Products): number | null {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  return number < size.batches ? number : null;
}

/** Which row of the result. */
export function row(thread: Thread, size: Products): number | null {
  return 0;
}

/** Which column of the result. */
export function column(thread: Thread, size: Products): number | null {
  return 0;
}
