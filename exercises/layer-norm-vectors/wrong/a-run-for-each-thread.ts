function firstVector(
  thread: number,
  threads: number,
  d: number,
): number {
  return Math.floor((thread * (d / 4)) / threads);
}

export function passes(
  { threadIdx, blockDim }: Thread,
  { d }: Size,
): number {
  return (
    firstVector(threadIdx.x + 1, blockDim.x, d) -
    firstVector(threadIdx.x, blockDim.x, d)
  );
}

export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { d }: Size,
  pass: number,
): number {
  return (
    blockIdx.x * d +
    4 * (firstVector(threadIdx.x, blockDim.x, d) + pass)
  );
}
