type Size = {
  images: number;
  channels: number;
  height: number;
  width: number;
};

/**
 * Word of (channel, pixel) in a tile of 32 × 32 words: within
 * its row, a word moves to its place XOR the row's number.
 */
const swizzled = (channel: number, pixel: number) =>
  (channel << 5) | (pixel ^ channel);

export const read = (
  { threadIdx, blockIdx }: Thread,
  { channels, height, width }: Size,
  pass: number,
) => {
  const channel = (blockIdx.y << 5) + (pass << 3) + threadIdx.y;
  const pixel = (blockIdx.x << 5) + threadIdx.x;
  if (channel >= channels || pixel >= height * width)
    return null;
  return (
    pixel +
    height * width * channel +
    channels * height * width * blockIdx.z
  );
};

export const toTile = (
  { threadIdx }: Thread,
  size: Size,
  pass: number,
) => swizzled((pass << 3) | threadIdx.y, threadIdx.x);

// The passes are taken from the last to the first, for a
// change.
export const fromTile = (
  { threadIdx }: Thread,
  size: Size,
  pass: number,
) => swizzled(threadIdx.x, ((3 - pass) << 3) | threadIdx.y);

export const write = (
  { threadIdx, blockIdx }: Thread,
  { channels, height, width }: Size,
  pass: number,
) => {
  const channel = (blockIdx.y << 5) + threadIdx.x;
  const pixel =
    (blockIdx.x << 5) + ((3 - pass) << 3) + threadIdx.y;
  if (channel >= channels || pixel >= height * width)
    return null;
  return (
    channel + channels * (pixel + height * width * blockIdx.z)
  );
};
