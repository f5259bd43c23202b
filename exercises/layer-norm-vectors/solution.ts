type Size = { rows: number; d: number };

const VECTOR = 4;

/**
 * Vectors threadIdx.x, threadIdx.x + blockDim.x, … of the row:
 * the threads with one more are the first ones.
 */
export function passes(
  { threadIdx, blockDim }: Thread,
  { d }: Size,
): number {
  return Math.ceil((d / VECTOR - threadIdx.x) / blockDim.x);
}

/** In each pass the block takes the next stretch of the row. */
export function read(
  { threadIdx, blockIdx, blockDim }: Thread,
  { d }: Size,
  pass: number,
): number {
  return (
    blockIdx.x * d + VECTOR * (pass * blockDim.x + threadIdx.x)
  );
}

/**
 * The lower half of what is left adds the upper half: the
 * threads that add are neighbours, and whole warps finish
 * early.
 */
export function partner(
  { threadIdx, blockDim }: Thread,
  size: Size,
  step: number,
): number | null {
  const half = blockDim.x >> (step + 1);
  return threadIdx.x < half ? threadIdx.x + half : null;
}
