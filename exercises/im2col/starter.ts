type Image = { channels: number; height: number; width: number };

/** The element of `in` that this thread reads for tap 0 to 8 of the filter; null for padding, and when there is nothing to do. */
export function read(thread: Thread, size: Image, tap: number): number | null {
  const pixel = thread.blockIdx.x * thread.blockDim.x + thread.threadIdx.x;
  return pixel < size.height * size.width ? pixel : null;
}

/** The element of `columns` that it goes to; null when there is nothing to do. */
export function write(thread: Thread, size: Image, tap: number): number | null {
  const pixel = thread.blockIdx.x * thread.blockDim.x + thread.threadIdx.x;
  return pixel < size.height * size.width ? pixel : null;
}
