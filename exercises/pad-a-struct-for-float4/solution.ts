type Size = { count: number };

/**
 * Seven floats, and one that keeps every struct at a multiple
 * of 16 bytes.
 */
export const stride = 8;

const FLOATS_PER_VECTOR = 4;

export function vector(
  { threadIdx, blockIdx, blockDim }: Thread,
  { count }: Size,
  part: number,
): number | null {
  const item = blockIdx.x * blockDim.x + threadIdx.x;
  return item < count
    ? item * stride + part * FLOATS_PER_VECTOR
    : null;
}
