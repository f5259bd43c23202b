type Gather = { n: number; indices: readonly number[] };

function entryOf({ threadIdx, blockIdx, blockDim }: Thread, n: number): number | null {
  const entry = blockIdx.x * blockDim.x + threadIdx.x;
  return entry < n ? entry : null;
}

export function read(thread: Thread, { n, indices }: Gather): number | null {
  const entry = entryOf(thread, n);
  return entry === null ? null : indices[entry];
}

export function toTile({ threadIdx }: Thread): number {
  return threadIdx.x;
}

export function fromTile({ threadIdx }: Thread): number {
  return threadIdx.x;
}

export function write(thread: Thread, { n }: Gather): number | null {
  return entryOf(thread, n);
}
