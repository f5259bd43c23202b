type Size = {
  n: number;
  target: readonly number[];
  source: readonly number[];
};

const own = ({
  threadIdx,
  blockIdx,
  blockDim,
  gridDim,
}: Thread): number =>
  ((gridDim.x - 1 - blockIdx.x) * blockDim.x + threadIdx.x) ^ 1;

export const read = (
  thread: Thread,
  { n, source }: Size,
): number | null =>
  own(thread) < n ? source[own(thread)] : null;
export const write = (
  thread: Thread,
  { n }: Size,
): number | null => (own(thread) < n ? own(thread) : null);
