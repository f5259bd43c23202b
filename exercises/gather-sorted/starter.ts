type Gather = { n: number; inputLength: number; indices: readonly number[]; order: readonly number[] };

/** The element of `in` that this thread fetches; null when there is no entry. */
export function read({ threadIdx, blockIdx, blockDim }: Thread, { n, indices }: Gather): number | null {
  const entry = blockIdx.x * blockDim.x + threadIdx.x;
  return entry < n ? indices[entry] : null;
}

/** The word of the tile that it puts it in. */
export function toTile({ threadIdx }: Thread, size: Gather): number | null {
  return threadIdx.x;
}

/** After the barrier: the word of the tile that this thread takes. */
export function fromTile({ threadIdx }: Thread, size: Gather): number | null {
  return threadIdx.x;
}

/** The element of `out` that it goes to; null when there is no entry. */
export function write({ threadIdx, blockIdx, blockDim }: Thread, { n }: Gather): number | null {
  const entry = blockIdx.x * blockDim.x + threadIdx.x;
  return entry < n ? entry : null;
}
