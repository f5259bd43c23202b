// out[write(thread, size)] = in[read(thread, size)], for each of size.n elements.

/** Which element of `in` this thread reads; null when it has nothing to do. */
export function read(thread: Thread, size: { n: number }): number | null {
  return thread.threadIdx.x;
}

/** Which element of `out` this thread writes; null when it has nothing to do. */
export function write(thread: Thread, size: { n: number }): number | null {
  return thread.threadIdx.x;
}
