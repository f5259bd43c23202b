// Each warp keeps its 256 floats and takes 128 of them in a pass.
export const floatsPerLane = 4;

export const vector = (t: Thread, size: { n: number }, pass: number): number | null => {
  const number = t.blockIdx.x * t.blockDim.x + t.threadIdx.x;
  const i = ((number >> 5) << 8) | (pass << 7) | ((number & 31) << 2);
  return i < size.n ? i : null;
};
