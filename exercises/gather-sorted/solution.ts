type Size = {
  n: number;
  inputLength: number;
  indices: readonly number[];
  order: readonly number[];
};

function firstEntry({ blockIdx, blockDim }: Thread): number {
  return blockIdx.x * blockDim.x;
}

/**
 * The entry that this thread fetches for: neighbouring lanes
 * take neighbouring indices.
 */
function fetchedEntry(
  thread: Thread,
  { n, order }: Size,
): number | null {
  const { threadIdx } = thread;
  const rank = firstEntry(thread) + threadIdx.x;
  return rank < n ? order[rank] : null;
}

export function read(
  thread: Thread,
  size: Size,
): number | null {
  const { indices } = size;
  const entry = fetchedEntry(thread, size);
  return entry === null ? null : indices[entry];
}

/**
 * The jumps happen here, in shared memory: each element goes
 * to the place of its entry.
 */
export function toTile(
  thread: Thread,
  size: Size,
): number | null {
  const entry = fetchedEntry(thread, size);
  return entry === null ? null : entry - firstEntry(thread);
}

export function fromTile({ threadIdx }: Thread): number {
  return threadIdx.x;
}

export function write(
  thread: Thread,
  { n }: Size,
): number | null {
  const { threadIdx } = thread;
  const entry = firstEntry(thread) + threadIdx.x;
  return entry < n ? entry : null;
}
