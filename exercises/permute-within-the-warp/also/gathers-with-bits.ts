type Size = { n: number; shift: number };

// Rotated on the way in, with masks: the low five bits rotate,
// the others stay.

const numberOf = ({ threadIdx, blockIdx, blockDim }: Thread) =>
  threadIdx.x + blockIdx.x * blockDim.x;

export function write(
  thread: Thread,
  { n }: Size,
): number | null {
  const i = numberOf(thread);
  return i < n ? i : null;
}

export function read(
  thread: Thread,
  { n, shift }: Size,
): number | null {
  const i = numberOf(thread);
  return i < n ? (i & ~31) | ((i - shift) & 31) : null;
}
