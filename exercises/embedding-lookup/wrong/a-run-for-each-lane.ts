export function read(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { tokens, dim, ids } = size;
  const { threadIdx } = thread;
  const token = tokenOf(thread);
  const column =
    VECTOR * (threadIdx.x * passes(thread, size) + pass);
  return token < tokens && column < dim
    ? ids[token] * dim + column
    : null;
}

export function write(
  thread: Thread,
  size: Size,
  pass: number,
): number | null {
  const { tokens, dim } = size;
  const { threadIdx } = thread;
  const token = tokenOf(thread);
  const column =
    VECTOR * (threadIdx.x * passes(thread, size) + pass);
  return token < tokens && column < dim
    ? token * dim + column
    : null;
}
