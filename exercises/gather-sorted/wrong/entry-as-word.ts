type Gather = { n: number; indices: readonly number[]; order: readonly number[] };

function fetchedEntry({ threadIdx, blockIdx, blockDim }: Thread, { n, order }: Gather): number | null {
  const rank = blockIdx.x * blockDim.x + threadIdx.x;
  return rank < n ? order[rank] : null;
}

export function read(thread: Thread, size: Gather): number | null {
  const entry = fetchedEntry(thread, size);
  return entry === null ? null : size.indices[entry];
}

export function toTile(thread: Thread, size: Gather): number | null {
  return fetchedEntry(thread, size);
}

export function fromTile({ threadIdx }: Thread): number {
  return threadIdx.x;
}

export function write({ threadIdx, blockIdx, blockDim }: Thread, { n }: Gather): number | null {
  const entry = blockIdx.x * blockDim.x + threadIdx.x;
  return entry < n ? entry : null;
}
