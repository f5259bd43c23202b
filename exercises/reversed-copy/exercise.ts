import { map, sectorsPerRequest } from "#kit";

export default map({
  id: "reversed-copy",
  title: "A copy, back to front",
  summary: "Turn an array round. A warp then walks backwards through memory: predict what that costs before you count it.",
  part: 1,
  concepts: ["coalescing", "sector", "lane"],
  difficulty: 1,
  minutes: 5,
  from: (elementIndex, { n }) => n - 1 - elementIndex,
  cases: [
    { id: "two-blocks", title: "128 elements, two blocks of 64 threads", size: { n: 128 }, threads: 64 },
    { id: "ragged", title: "1,003 elements, eight blocks of 128 threads", size: { n: 1003 }, threads: 128 },
    { id: "full-size", title: "a million elements", size: { n: 2 ** 20 }, threads: 256, fullSize: true },
  ],
  checks: [
    sectorsPerRequest({ access: "read", atMost: { "two-blocks": 4, "full-size": 4 }, points: 3 }),
    sectorsPerRequest({ access: "write", atMost: { "two-blocks": 4, "full-size": 4 }, points: 3 }),
  ],
  hints: [
    "Only one side of the copy runs backwards. Which element belongs in the place of the first, and which in the place of the last?",
    "A request is a set of addresses: which sectors hold them, not which lane came with which. What set do 32 lanes make that count down?",
    "With index = blockIdx.x * blockDim.x + threadIdx.x below size.n: write index, read size.n - 1 - index.",
  ],
  wrong: {
    "one-past-the-end": {
      fails: ["in-bounds", "every-element"],
      says: "The first thread has index 0. Is size.n - 0 an element of the array?",
    },
    "turns-each-block": {
      fails: ["every-element"],
      says: "Each block is turned round in itself. Where should the first block's elements end up in the array?",
    },
    "turns-both-sides": {
      fails: ["every-element"],
      says: "If the element read and the place written both run backwards, what has been turned round?",
    },
    "avoids-walking-backwards": {
      fails: ["read-sectors", "write-sectors"],
      says: "You spread each warp over the whole array. Is walking backwards through 4 sectors dearer than that, or does it only look untidy?",
    },
  },
});
