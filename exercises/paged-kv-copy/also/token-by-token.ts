type Size = {
  tokens: number;
  heads: number;
  headDim: number;
  blockTable: readonly number[];
};

const token = ({ heads, headDim }: Size): number =>
  heads * headDim;
const local = (
  { threadIdx, blockDim }: Thread,
  pass: number,
): number => (pass * blockDim.x + threadIdx.x) << 3;

export const write = (
  thread: Thread,
  size: Size,
  pass: number,
): number | null => {
  const { tokens } = size;
  const { blockIdx } = thread;
  const place =
    blockIdx.x * 16 * token(size) + local(thread, pass);
  return local(thread, pass) >= 16 * token(size) ||
    place >= tokens * token(size)
    ? null
    : place;
};

export const read = (
  thread: Thread,
  size: Size,
  pass: number,
): number | null => {
  const { blockTable } = size;
  const place = write(thread, size, pass);
  if (place === null) return null;
  const position = Math.floor(place / token(size));
  const slot =
    (blockTable[position >> 4] << 4) | (position & 15);
  return slot * token(size) + (place % token(size));
};
