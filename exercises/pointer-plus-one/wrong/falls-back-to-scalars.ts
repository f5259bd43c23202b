type Slice = { first: number; n: number };

const threadNumber = ({ threadIdx, blockIdx, blockDim }: Thread): number => blockIdx.x * blockDim.x + threadIdx.x;

const firstVector = ({ first, n }: Slice): number => (first % 4 === 0 ? first : first + n);

export function vector(thread: Thread, slice: Slice): number | null {
  const element = firstVector(slice) + 4 * threadNumber(thread);
  return element + 4 <= slice.first + slice.n ? element : null;
}

export function rest(thread: Thread, slice: Slice): number | null {
  const begin = firstVector(slice);
  const end = slice.first + slice.n;
  const head = begin - slice.first;
  const tail = Math.max(0, end - begin) % 4;
  const t = threadNumber(thread);
  if (t < head) return slice.first + t;
  return t < head + tail ? end - tail + (t - head) : null;
}
