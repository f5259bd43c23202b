/** The first of the four elements that this thread copies at once; null when there is no vector. */
export function vector({ threadIdx, blockIdx, blockDim }: Thread, size: { first: number; n: number }): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const element = size.first + 4 * t;
  return element + 4 <= size.first + size.n ? element : null;
}

/** A single element, of the head or the tail, that this thread copies; null when there is none. */
export function rest({ threadIdx, blockIdx, blockDim }: Thread, size: { first: number; n: number }): number | null {
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const element = size.first + size.n - (size.n % 4) + t;
  return element < size.first + size.n ? element : null;
}
