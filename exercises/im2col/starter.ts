type Size = {
  channels: number;
  height: number;
  width: number;
};

/**
 * The element of `in` this thread reads for tap 0 to 8 of
 * the filter; null for padding and idle threads.
 */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { height, width }: Size,
  tap: number,
): number | null {
  const pixel = blockIdx.x * blockDim.x + threadIdx.x;
  return pixel < height * width ? pixel : null;
}

/** The element of `columns` that it goes to, or null. */
export function write(
  { threadIdx, blockIdx, blockDim }: Thread,
  { height, width }: Size,
  tap: number,
): number | null {
  const pixel = blockIdx.x * blockDim.x + threadIdx.x;
  return pixel < height * width ? pixel : null;
}
