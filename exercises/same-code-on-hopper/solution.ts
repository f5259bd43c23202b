type Size = { n: number };

/** 16 bytes: the widest that a lane of this GPU moves. */
export const floatsPerLane = 4;

/**
 * In each pass, neighbouring threads have neighbouring
 * vectors; the next pass continues where the last of them
 * ended.
 */
export function vector(
  { threadIdx, blockIdx, blockDim, gridDim }: Thread,
  { n }: Size,
  pass: number,
): number | null {
  const threads = gridDim.x * blockDim.x;
  const t = blockIdx.x * blockDim.x + threadIdx.x;
  const first = floatsPerLane * (pass * threads + t);
  return first < n ? first : null;
}
