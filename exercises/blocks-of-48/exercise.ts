import { input, learnerFunction, learnerLoad, learnerStore, map, move, output, sectorsPerRequest } from "#kit";

const THREADS_PER_BLOCK = 48;
const BYTES_PER_PIXEL = 1;

export default map({
  id: "blocks-of-48",
  title: "Blocks of 48 threads",
  summary:
    "48 threads are a warp and a half. Share out the pixels so that neither the full warps nor the half warps straddle a sector boundary.",
  part: 4,
  concepts: ["warp", "alignment", "sector", "coalescing"],
  difficulty: 3,
  minutes: 15,
  exports: [learnerFunction("pixel(thread, size) gives the pixel that the thread copies, or null.")],
  cases: [
    { id: "small", title: "192 pixels, four blocks", size: { n: 192 }, threads: THREADS_PER_BLOCK },
    { id: "ragged", title: "1,000 pixels, 21 blocks", size: { n: 1000 }, threads: THREADS_PER_BLOCK },
    { id: "full-size", title: "a million pixels", size: { n: 1_000_000 }, threads: THREADS_PER_BLOCK, fullSize: true },
  ],
  hidden: (draw) => ({ size: { n: draw.between(97, 6000) }, threads: THREADS_PER_BLOCK }),
  kernel: ({ size, answer }) => ({
    size,
    arrays: { in: input(size.n, BYTES_PER_PIXEL), out: output(size.n, BYTES_PER_PIXEL) },
    steps: [move(learnerLoad(answer, "in", "read", { function: "pixel" }), learnerStore(answer, "out", "write", { function: "pixel" }))],
  }),
  checks: [sectorsPerRequest({ access: "read", atMost: 1, points: 3 }), sectorsPerRequest({ access: "write", atMost: 1, points: 3 })],
  starterPasses: ["in-bounds", "every-element", "written-once"],
  hints: [
    "A pixel is one byte, so a sector holds 32 of them. At which byte does block 1 begin, and is that the beginning of a sector?",
    "Block 1 begins in the middle of a sector because block 0 put 16 pixels after its first 32. Where else could those 16 go?",
    "Give the full warps a stretch of their own, 32 pixels per block, and the half warps the stretch after it, 16 pixels per block. How long is the first stretch?",
    "With x = threadIdx.x and b = blockIdx.x: pixel b * 32 + x for x below 32, else gridDim.x * 32 + b * 16 + (x - 32); null where that isn't below n.",
  ],
  wrong: {
    "block-after-block": {
      fails: ["read-sectors", "write-sectors"],
      says: "Block 1 begins at byte 48. Which two sectors does its first warp touch?",
    },
    "steps-by-a-warp": {
      fails: ["every-element", "written-once"],
      says: "Each block begins 32 pixels after the one before it, and takes 48. Which other threads also take the last 16?",
    },
    "whole-warps-only": {
      fails: ["every-element"],
      says: "Sending the half warps home keeps every request tidy. But who copies their pixels?",
    },
    "half-warps-as-whole-ones": {
      fails: ["every-element"],
      says: "After the full warps' stretch, block 1's half warp begins 32 pixels after block 0's. How many pixels does block 0's half warp copy?",
    },
  },
});
