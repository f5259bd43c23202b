import { map, sectorsPerRequest } from "#kit";

export default map({
  id: "reversed-copy",
  title: "A copy, back to front",
  summary: "Reverse an array. A warp then walks backwards through memory: predict what that costs before you count it.",
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
  starterPasses: ["in-bounds", "written-once"],
  hints: [
    "Only one side of the copy runs backwards. Which element should end up first, and which last?",
    "To memory, a request is a set of addresses. What matters is which sectors hold them, not which lane brought which. What set do you get when 32 lanes count down?",
    "With index = blockIdx.x * blockDim.x + threadIdx.x below n: write index, read n - 1 - index.",
  ],
  wrong: {
    "one-past-the-end": {
      fails: ["in-bounds", "every-element"],
      says: "The first thread has index 0. Is n - 0 an element of the array?",
    },
    "turns-each-block": {
      fails: ["every-element"],
      says: "Each block is reversed, but stays where it was. Where should the first block's elements end up in the array?",
    },
    "turns-both-sides": {
      fails: ["every-element"],
      says: "If the reads and the writes both run backwards, what has been reversed?",
    },
    "avoids-walking-backwards": {
      fails: ["read-sectors", "write-sectors"],
      says: "You spread each warp over the whole array. Does walking backwards through 4 sectors cost more than that, or does it only look untidy?",
    },
  },
});
