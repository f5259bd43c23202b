import { float4Copy, kernelRequests, sectorsPerRequest } from "#kit";

/** Loads and stores of whole vectors, and of what is left over. */
const fewestRequests = ({ n }: { readonly n: number }) => 2 * (Math.ceil(Math.floor(n / 4) / 32) + (n % 4 === 0 ? 0 : 1));

export default float4Copy({
  id: "float4-copy",
  title: "Four floats per lane",
  summary: "The straight copy with a quarter of the requests: vectors of four floats, and a tail too short for a vector.",
  part: 3,
  concepts: ["vector load", "request", "sector", "alignment"],
  difficulty: 2,
  minutes: 12,
  cases: [
    { id: "whole", title: "256 elements, eight blocks of 32 threads", size: { n: 256 }, threads: 32 },
    { id: "ragged", title: "1,003 elements, eight blocks of 128 threads", size: { n: 1003 }, threads: 128 },
    { id: "too-few", title: "3 elements: not one vector", size: { n: 3 }, threads: 32 },
    { id: "full-size", title: "half a million elements, plus two", size: { n: 2 ** 19 + 2 }, threads: 256, fullSize: true },
  ],
  hidden: (draw) => ({ size: { n: draw.between(257, 5000) }, threads: 32 * draw.between(1, 8) }),
  checks: [
    sectorsPerRequest({ access: "read", atMost: { whole: 16, "full-size": 16 }, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: { whole: 16, "full-size": 16 }, points: 2 }),
    kernelRequests({ atMost: fewestRequests, points: 3 }),
  ],
  starterPasses: ["in-bounds", "written-once"],
  hints: [
    "Number the threads of the launch as always. At which element does thread 0's vector begin? Thread 1's? Thread 2's?",
    "Only the first quarter of the threads have a vector to move. A vector that begins at element i also needs element i + 3 to exist.",
    "Up to three elements are left after the last whole vector, from n - n % 4 on. Let the first threads of the launch take one each.",
    "thread number t: vector is 4 * t if 4 * t + 4 <= n, rest is n - n % 4 + t if that is below n, null otherwise.",
  ],
  wrong: {
    "one-thread-an-element": {
      fails: ["kernel-requests"],
      says: "Three lanes in four return null, but the warp makes its request anyway. Could those lanes move the next vectors?",
    },
    "counts-vectors": {
      fails: ["in-bounds", "every-element"],
      says: "Your index counts vectors. At which element does vector 1 begin, and may a vector of 16 bytes begin there?",
    },
    "rounds-up": {
      fails: ["in-bounds", "every-element"],
      says: "The last vector begins inside the array. Where does it end?",
    },
    "forgets-the-rest": {
      fails: ["every-element"],
      says: "1,003 isn't a multiple of 4. Who copies what's left after the last whole vector?",
    },
    "leaves-it-to-the-rest": {
      fails: ["kernel-requests"],
      says: "One element per thread is correct, but it's the old copy. How many elements really lie outside the whole vectors?",
    },
    "block-as-fastest": {
      fails: ["read-sectors", "write-sectors", "kernel-requests"],
      says: "A lane moves half a sector. Which lane moves the other half?",
    },
    "starts-one-further": {
      fails: ["in-bounds", "every-element"],
      says: "A float4 is 16 bytes. In which bytes does a vector begin that starts at element 1, and may it?",
    },
  },
});
