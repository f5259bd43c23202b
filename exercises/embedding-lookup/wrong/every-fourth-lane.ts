export function passes(thread: Thread, { dim }: Size): number {
  return Math.ceil(dim / 32);
}

export function read(
  thread: Thread,
  { tokens, dim, ids }: Size,
  pass: number,
): number | null {
  const { threadIdx } = thread;
  const token = tokenOf(thread);
  const column = pass * 32 + threadIdx.x;
  return token < tokens && column < dim && column % 4 === 0
    ? ids[token] * dim + column
    : null;
}

export function write(
  thread: Thread,
  { tokens, dim }: Size,
  pass: number,
): number | null {
  const { threadIdx } = thread;
  const token = tokenOf(thread);
  const column = pass * 32 + threadIdx.x;
  return token < tokens && column < dim && column % 4 === 0
    ? token * dim + column
    : null;
}
