export function read(thread: Thread, size: { n: number }): number | null {
  return thread.threadIdx.x < size.n ? thread.threadIdx.x : null;
}

export function write(thread: Thread, size: { n: number }): number | null {
  return thread.threadIdx.x < size.n ? thread.threadIdx.x : null;
}
