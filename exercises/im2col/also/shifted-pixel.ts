type Size = {
  channels: number;
  height: number;
  width: number;
};

// The taps in reverse: it doesn't matter which pass fills
// which row of `columns`.
const tapOf = (pass: number) => 8 - pass;

export const write = (
  { threadIdx, blockIdx }: Thread,
  { height, width }: Size,
  pass: number,
) => {
  const plane = height * width;
  const pixel = threadIdx.x + 256 * blockIdx.x;
  return pixel >= plane
    ? null
    : pixel + plane * tapOf(pass) + 9 * plane * blockIdx.y;
};

/**
 * A tap shifts the whole plane by a constant; the pixel itself
 * then tells where the borders are.
 */
export const read = (
  { threadIdx, blockIdx }: Thread,
  { height, width }: Size,
  pass: number,
) => {
  const plane = height * width;
  const pixel = threadIdx.x + 256 * blockIdx.x;
  const down = ((tapOf(pass) * 11) >> 5) - 1;
  const right = tapOf(pass) - 3 * (down + 1) - 1;
  const column = pixel % width;
  const shifted = pixel + down * width + right;
  if (
    pixel >= plane ||
    shifted - right < 0 ||
    shifted - right >= plane
  )
    return null;
  if (
    (right < 0 && column === 0) ||
    (right > 0 && column === width - 1)
  )
    return null;
  return shifted + plane * blockIdx.y;
};
