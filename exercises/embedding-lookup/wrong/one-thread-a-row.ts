function tokenOf({
  threadIdx,
  blockIdx,
  blockDim,
}: Thread): number {
  return (
    (blockIdx.y * blockDim.y + threadIdx.y) * blockDim.x +
    threadIdx.x
  );
}

export function passes(
  thread: Thread,
  { tokens, dim }: Size,
): number {
  return tokenOf(thread) < tokens ? dim / 4 : 0;
}

export function read(
  thread: Thread,
  { dim, ids }: Size,
  pass: number,
): number {
  return ids[tokenOf(thread)] * dim + 4 * pass;
}

export function write(
  thread: Thread,
  { dim }: Size,
  pass: number,
): number {
  return tokenOf(thread) * dim + 4 * pass;
}
