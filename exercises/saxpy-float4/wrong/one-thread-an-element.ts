const elementsPerPass = ({
  gridDim,
  blockDim,
}: Thread): number => gridDim.x * blockDim.x;

export function vector(
  thread: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const { threadIdx, blockIdx, blockDim } = thread;
  const element =
    pass * elementsPerPass(thread) +
    blockIdx.x * blockDim.x +
    threadIdx.x;
  return element % FLOATS_PER_VECTOR === 0 && element < n
    ? element
    : null;
}
