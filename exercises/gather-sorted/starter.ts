type Size = {
  n: number;
  inputLength: number;
  indices: readonly number[];
  order: readonly number[];
};

/** The element of `in` this thread fetches, or null. */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n, indices }: Size,
): number | null {
  const entry = blockIdx.x * blockDim.x + threadIdx.x;
  return entry < n ? indices[entry] : null;
}

/** The word of the tile that it goes to. */
export function toTile(
  { threadIdx }: Thread,
  size: Size,
): number | null {
  return threadIdx.x;
}

/** After the barrier: the word that this thread takes. */
export function fromTile(
  { threadIdx }: Thread,
  size: Size,
): number | null {
  return threadIdx.x;
}

/** The element of `out` that it goes to, or null. */
export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
): number | null {
  const entry = blockIdx.x * blockDim.x + threadIdx.x;
  return entry < n ? entry : null;
}
