export function read(thread: Thread, size: Lookup, pass: number): number | null {
  const token = tokenOf(thread);
  const column = VECTOR * (thread.threadIdx.x * passes(thread, size) + pass);
  return token < size.tokens && column < size.dim ? size.ids[token] * size.dim + column : null;
}

export function write(thread: Thread, size: Lookup, pass: number): number | null {
  const token = tokenOf(thread);
  const column = VECTOR * (thread.threadIdx.x * passes(thread, size) + pass);
  return token < size.tokens && column < size.dim ? token * size.dim + column : null;
}
