type Size = {
  images: number;
  channels: number;
  height: number;
  width: number;
};

const TILE = 32;
const ROWS = 8;

/**
 * The element of `in` this thread loads in pass 0 to 3;
 * null outside the image.
 */
export function read(
  { threadIdx, blockIdx }: Thread,
  { channels, height, width }: Size,
  pass: number,
): number | null {
  const pixels = height * width;
  const pixel = blockIdx.x * TILE + threadIdx.x;
  const channel = blockIdx.y * TILE + threadIdx.y + ROWS * pass;
  return pixel < pixels && channel < channels
    ? channel * pixels + pixel
    : null;
}

/** The word of the tile, out of 32 × 33, that it goes to. */
export function toTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number | null {
  return (threadIdx.y + ROWS * pass) * TILE + threadIdx.x;
}

/** After the barrier: the word that this thread takes. */
export function fromTile(
  { threadIdx }: Thread,
  size: Size,
  pass: number,
): number | null {
  return (threadIdx.y + ROWS * pass) * TILE + threadIdx.x;
}

/** The element of `out` that it goes to, or null. */
export function write(
  { threadIdx, blockIdx }: Thread,
  { channels, height, width }: Size,
  pass: number,
): number | null {
  return null;
}
