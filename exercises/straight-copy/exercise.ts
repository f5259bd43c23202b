import { map, sectorsPerRequest } from "#kit";

export default map({
  id: "straight-copy",
  title: "A straight copy",
  summary: "One thread per element: write the index expression that every kernel begins with, and its guard.",
  part: 1,
  concepts: ["coalescing", "sector", "grid"],
  difficulty: 1,
  minutes: 5,
  cases: [
    { id: "one-warp-each", title: "64 elements, two blocks of 32 threads", size: { n: 64 }, threads: 32 },
    { id: "ragged", title: "1,000 elements, four blocks of 256 threads", size: { n: 1000 }, threads: 256 },
    { id: "full-size", title: "a million elements", size: { n: 2 ** 20 }, threads: 256, fullSize: true },
  ],
  checks: [
    sectorsPerRequest({ access: "read", atMost: { "one-warp-each": 4, "full-size": 4 }, elsewhere: 4, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: { "one-warp-each": 4, "full-size": 4 }, elsewhere: 4, points: 2 }),
  ],
  starterPasses: ["in-bounds"],
  hints: [
    "threadIdx.x starts at 0 again in every block. What tells the blocks apart?",
    "The elements before a block's first one belong to the blocks before it: how many blocks, of how many threads each?",
    "blockIdx.x * blockDim.x + threadIdx.x numbers all threads of the launch. The last block may have more threads than there are elements left: the extra ones return null.",
  ],
  wrong: {
    "forgets-the-block": {
      fails: ["every-element", "written-once"],
      says: "Which element does thread 0 of block 1 read? And thread 0 of block 0?",
    },
    "forgets-the-guard": {
      fails: ["in-bounds"],
      says: "1,000 elements need four blocks of 256 threads. How many threads is that, and what do the last ones do?",
    },
    "block-as-fastest": {
      fails: ["read-sectors", "write-sectors"],
      says: "Lanes 0 and 1 of a warp differ only in threadIdx.x. How far apart are their elements?",
    },
    "reads-one-further": {
      fails: ["in-bounds", "every-element"],
      says: "Thread 0 reads one element and writes another. Do the two indexes name the same place?",
    },
    "leaves-out-the-last": {
      fails: ["every-element"],
      says: "Of n elements the last one is n - 1. Does your guard let its thread through?",
    },
  },
});
