export function passes(thread: Thread, { dim }: Lookup): number {
  return Math.ceil(dim / 32);
}

export function read(thread: Thread, { tokens, dim, ids }: Lookup, pass: number): number | null {
  const token = tokenOf(thread);
  const column = pass * 32 + thread.threadIdx.x;
  return token < tokens && column < dim && column % 4 === 0 ? ids[token] * dim + column : null;
}

export function write(thread: Thread, { tokens, dim }: Lookup, pass: number): number | null {
  const token = tokenOf(thread);
  const column = pass * 32 + thread.threadIdx.x;
  return token < tokens && column < dim && column % 4 === 0 ? token * dim + column : null;
}
