import { eitherWayRound, indexedCopy, launch, learnerFunction, sectors, sectorsPerRequest, growing } from "#kit";

type Image = { readonly channels: number; readonly height: number; readonly width: number };

/** The filter covers 3 × 3 pixels around its own. */
const SIDE = 3;
const TAPS = SIDE * SIDE;
const THREADS_PER_BLOCK = 256;
const LANES = 32;

const small = { channels: 1, height: 8, width: 32 };
const wide = { channels: 2, height: 5, width: 96 };
const ragged = { channels: 3, height: 9, width: 45 };
const fullSize = { channels: 3, height: 224, width: 224 };

/**
 * Sectors that `read` needs where a row is a whole number of warps. For the filter's middle column each row is aligned: 4 per warp.
 * For the columns beside it the row is shifted by one pixel: 5 per warp, but 4 at the end of the row, where one lane is inactive.
 */
function readSectors({ channels, height, width }: Image): number {
  const warpsInRow = width / LANES;
  const sectorsOfRow = 4 * warpsInRow + 2 * (5 * warpsInRow - 1);
  const rowsRead = SIDE * height - 2;
  return channels * rowsRead * sectorsOfRow;
}

export default indexedCopy<Image>({
  id: "im2col",
  title: "im2col: patches unrolled",
  summary: "Turn a convolution into a matrix product: write every 3 × 3 patch of an image as a column, with reads that are nearly aligned.",
  part: 2,
  concepts: ["coalescing", "alignment", "sector", "layout"],
  difficulty: 3,
  minutes: 20,
  exports: [
    learnerFunction("read(thread, size, tap) gives the element of `in` that the thread reads for tap 0 to 8 of the filter, or null."),
    learnerFunction("write(thread, size, tap) gives the element of `columns` that the thread writes for that tap, or null."),
  ],
  launch: ({ channels, height, width }) => launch([Math.ceil((height * width) / THREADS_PER_BLOCK), channels], [THREADS_PER_BLOCK]),
  cases: [
    { id: "small", title: "one channel of 8 × 32 pixels, one block", size: small },
    { id: "wide", title: "two channels of 5 × 96 pixels", size: wide },
    { id: "ragged", title: "three channels of 9 × 45 pixels", size: ragged },
    { id: "full-size", title: "three channels of 224 × 224 pixels", size: fullSize, fullSize: true },
  ],
  larger: growing("channels"),
  hidden: (draw) => {
    const [height, width] = eitherWayRound(draw, draw.between(3, 19), draw.between(20, 45));
    return { size: { channels: draw.between(2, 4), height, width } };
  },
  from: { array: "in", elements: ({ channels, height, width }) => channels * height * width },
  to: { array: "columns", elements: ({ channels, height, width }) => channels * TAPS * height * width },
  source:
    ({ height, width }) =>
    (elementIndex) => {
      const pixels = height * width;
      const pixel = elementIndex % pixels;
      const tapOfChannel = Math.floor(elementIndex / pixels);
      const tap = tapOfChannel % TAPS;
      const channel = Math.floor(tapOfChannel / TAPS);
      const row = Math.floor(pixel / width) + Math.floor(tap / SIDE) - 1;
      const column = (pixel % width) + (tap % SIDE) - 1;
      const isPadding = row < 0 || row >= height || column < 0 || column >= width;
      return isPadding ? null : channel * pixels + row * width + column;
    },
  passes: () => TAPS,
  checks: [
    sectorsPerRequest({ access: "write", atMost: { small: 4, wide: 4, "full-size": 4 }, points: 2 }),
    sectors({
      access: "read",
      atMost: { small: readSectors(small), wide: readSectors(wide), "full-size": readSectors(fullSize) },
      // A warp's pixels are neighbours in memory, also past the end of a row.
      elsewhere: ({ channels, height, width }: Image) => channels * TAPS * 5 * Math.ceil((height * width) / LANES),
      points: 2,
    }),
  ],
  starterPasses: ["in-bounds"],
  hints: [
    "There are nine taps, and each has a row of `columns` with one element per pixel. Which pixels should lanes 0, 1 and 2 take?",
    "Tap 3 · dy + dx looks at the pixel dy − 1 rows below and dx − 1 columns to the right. When is that pixel outside the image?",
    "pixel = blockIdx.x * blockDim.x + threadIdx.x, channel = blockIdx.y; write to (channel * 9 + tap) * pixels + pixel.",
    "y = Math.floor(pixel / width) + Math.floor(tap / 3) - 1 and x = pixel % width + tap % 3 - 1; null unless 0 <= y < height and 0 <= x < width.",
  ],
  wrong: {
    "walks-down-columns": {
      fails: ["write-sectors", "read-total-sectors"],
      says: "In which direction are your neighbouring lanes' pixels: along a row of the image, or down a column?",
    },
    "guards-the-ends-only": {
      fails: ["every-element"],
      says: "One step left of the first pixel in a row: which pixel does your index name, and is it really a neighbour?",
    },
    "repeats-the-border": {
      fails: ["every-element"],
      says: "Padding is zero, and `columns` already holds zeros. What should a thread do when its pixel is outside the image?",
    },
    "corner-as-origin": {
      fails: ["every-element"],
      says: "Which of the nine taps is the pixel itself: the first one, or the middle one?",
    },
    "forgets-the-channel": {
      fails: ["every-element", "written-once"],
      says: "Each channel has its own nine rows of `columns`. Where do channel 1's rows begin in your index?",
    },
  },
});
