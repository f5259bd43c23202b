type Size = { first: number; n: number };

const FLOATS_PER_VECTOR = 4;
const FLOATS_PER_SECTOR = 8;

const threadNumber = ({
  threadIdx,
  blockIdx,
  blockDim,
}: Thread): number => blockIdx.x * blockDim.x + threadIdx.x;

/**
 * The first element of the slice that begins a sector, or the
 * end of a slice that holds none.
 */
function firstVector({ first, n }: Size): number {
  const boundary =
    Math.ceil(first / FLOATS_PER_SECTOR) * FLOATS_PER_SECTOR;
  return Math.min(boundary, first + n);
}

export function vector(
  thread: Thread,
  size: Size,
): number | null {
  const { first, n } = size;
  const element =
    firstVector(size) +
    FLOATS_PER_VECTOR * threadNumber(thread);
  return element + FLOATS_PER_VECTOR <= first + n
    ? element
    : null;
}

/**
 * The first threads take the head, the next ones the tail: one
 * request for both.
 */
export function rest(
  thread: Thread,
  size: Size,
): number | null {
  const { first, n } = size;
  const begin = firstVector(size);
  const end = first + n;
  const head = begin - first;
  const tail = (end - begin) % FLOATS_PER_VECTOR;
  const t = threadNumber(thread);
  if (t < head) return first + t;
  return t < head + tail ? end - tail + (t - head) : null;
}
