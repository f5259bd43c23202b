import { bankConflicts, eitherWayRound, learnerFunction, sectorsPerRequest, transposeBatch, growing } from "#kit";

type Images = { readonly images: number; readonly channels: number; readonly height: number; readonly width: number };

const wholeTiles = { small: 4, batch: 4, "full-size": 4 };

export default transposeBatch<Images>({
  id: "nchw-to-nhwc",
  title: "From NCHW to NHWC",
  summary: "A convolution wants its channels side by side: use a tile to change the layout of a batch of images.",
  part: 5,
  concepts: ["layout", "coalescing", "shared memory", "bank conflict", "padding"],
  difficulty: 3,
  minutes: 25,
  exports: [
    learnerFunction("read(thread, size, pass) gives the element of `in` that the thread loads, or null."),
    learnerFunction("toTile(thread, size, pass) gives the word of the tile that the thread stores it in."),
    learnerFunction("fromTile(thread, size, pass) gives the word of the tile that the thread takes."),
    learnerFunction("write(thread, size, pass) gives the element of `out` that the thread stores it in, or null."),
  ],
  // Each image is a matrix with one row of pixels per channel.
  batchOf: ({ images, channels, height, width }) => ({ matrices: images, rows: channels, columns: height * width }),
  // A row of the tile may have one word of padding.
  tile: { side: 32, threads: [32, 8], words: 32 * 33 },
  cases: [
    { id: "small", title: "one image of 4 × 16 pixels, 32 channels", size: { images: 1, channels: 32, height: 4, width: 16 } },
    { id: "batch", title: "three images of 8 × 4 pixels, 64 channels", size: { images: 3, channels: 64, height: 8, width: 4 } },
    { id: "ragged", title: "two images of 7 × 9 pixels, 40 channels", size: { images: 2, channels: 40, height: 7, width: 9 } },
    {
      id: "full-size",
      title: "two images of 56 × 56 pixels, 64 channels",
      size: { images: 2, channels: 64, height: 56, width: 56 },
      fullSize: true,
    },
  ],
  larger: growing("images"),
  hidden: (draw) => {
    const [height, width] = eitherWayRound(draw, draw.between(3, 7), draw.between(8, 12));
    return { size: { images: draw.between(2, 4), channels: draw.between(5, 70), height, width } };
  },
  checks: [
    sectorsPerRequest({ access: "read", atMost: wholeTiles, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: wholeTiles, points: 3 }),
    bankConflicts({ access: "toTile", atMost: 0, points: 1 }),
    bankConflicts({ access: "fromTile", atMost: 0, points: 2 }),
  ],
  starterPasses: ["in-bounds", "written-once", "read-once in small", "no-race"],
  hints: [
    "Forget rows and columns of pixels: one image is a matrix of channels × (height · width) in `in`, and of (height · width) × channels in `out`.",
    "So the warp walks along pixels when it reads, and along channels when it writes. In between, each thread takes a different word of the tile from the one it stored.",
    "A warp that takes 32 channels of one pixel goes down a column of the tile. With 33 words per row, these are in 32 different banks.",
    "Block (x, y, z) holds 32 pixels from 32x on, and 32 channels from 32y on, of image z. Write: channel blockIdx.y * 32 + threadIdx.x, pixel blockIdx.x * 32 + threadIdx.y + 8 * pass, at (image * pixels + pixel) * channels + channel.",
  ],
  wrong: {
    "writes-along-pixels": {
      fails: ["write-sectors"],
      says: "In `out`, how far apart are two neighbouring channels of a pixel, and two neighbouring pixels of a channel? Which of the two do your lanes walk along?",
    },
    "reads-along-channels": {
      fails: ["read-sectors", "toTile-conflicts", "fromTile-conflicts"],
      says: "The warp reads one pixel of 32 channels. In NCHW, how many elements apart are a pixel's channels?",
    },
    "no-padding": {
      fails: ["fromTile-conflicts"],
      says: "Both sides of global memory are coalesced: well done. With 32 words per row, take a word and the one below it: in which bank is each of them?",
    },
    "forgets-the-image": {
      fails: ["every-element", "written-once", "read-once"],
      says: "Which of your indexes knows blockIdx.z, the image that the block works on?",
    },
    "guards-as-before": {
      fails: ["in-bounds", "every-element", "written-once"],
      says: "After the barrier, threadIdx.x counts channels rather than pixels. Which extent should each guard compare with?",
    },
  },
});
