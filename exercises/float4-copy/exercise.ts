import { float4Copy, kernelRequests, sectorsPerRequest } from "#kit";

export default float4Copy({
  id: "float4-copy",
  title: "Four floats a lane",
  summary: "The straight copy with a quarter of the requests: vectors of four floats, and a tail that no vector fits.",
  part: 3,
  concepts: ["vector load", "request", "sector", "alignment"],
  difficulty: 2,
  minutes: 12,
  cases: [
    { id: "whole", title: "256 elements, eight blocks of 32 threads", size: { n: 256 }, threads: 32 },
    { id: "ragged", title: "1,003 elements, eight blocks of 128 threads", size: { n: 1003 }, threads: 128 },
    { id: "too-few", title: "3 elements: not one vector", size: { n: 3 }, threads: 32 },
    { id: "full-size", title: "half a million elements and 2 more", size: { n: 2 ** 19 + 2 }, threads: 256, fullSize: true },
  ],
  hidden: (draw) => ({ size: { n: draw.between(257, 5000) }, threads: 32 * draw.between(1, 8) }),
  checks: [
    sectorsPerRequest({ access: "read", atMost: { whole: 16, "full-size": 16 }, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: { whole: 16, "full-size": 16 }, points: 2 }),
    kernelRequests({ atMost: { whole: 4, ragged: 18, "too-few": 2, "full-size": 8194 }, points: 3 }),
  ],
  hints: [
    "Number the threads of the launch as always. Which element does the vector of thread 0 begin at, that of thread 1, that of thread 2?",
    "Only the first quarter of the threads has a vector to move. A vector that begins at element i needs element i + 3, too.",
    "Up to three elements are left behind the last whole vector, from size.n - size.n % 4 on. One each for the first threads of the launch will do.",
    "thread number t: vector is 4 * t if 4 * t + 4 <= size.n, rest is size.n - size.n % 4 + t if that is below size.n, null otherwise.",
  ],
  wrong: {
    "one-thread-an-element": {
      fails: ["kernel-requests"],
      says: "Three of four lanes answer null, and the warp is sent all the same. Could the lanes beside them move the next vectors?",
    },
    "counts-vectors": {
      fails: ["in-bounds", "every-element"],
      says: "Your index counts vectors. At which element does vector 1 begin, and does its address suit a vector of 16 bytes?",
    },
    "rounds-up": {
      fails: ["in-bounds", "every-element"],
      says: "The last vector begins inside the array. Where does it end?",
    },
    "forgets-the-rest": {
      fails: ["every-element"],
      says: "1,003 is no multiple of 4. Who copies what is left behind the last whole vector?",
    },
    "leaves-it-to-the-rest": {
      fails: ["kernel-requests"],
      says: "One element a thread is right, and it is the old copy. How many elements really lie outside of every whole vector?",
    },
    "block-as-fastest": {
      fails: ["read-sectors", "write-sectors", "kernel-requests"],
      says: "A lane moves half a sector. Which lane moves the other half?",
    },
  },
});
