type Size = { n: number };

// Each warp keeps its 256 floats and takes 128 of them in a
// pass.
export const floatsPerLane = 4;

export const vector = (
  { threadIdx, blockIdx, blockDim }: Thread,
  { n }: Size,
  pass: number,
): number | null => {
  const number = blockIdx.x * blockDim.x + threadIdx.x;
  const i =
    ((number >> 5) << 8) | (pass << 7) | ((number & 31) << 2);
  return i < n ? i : null;
};
