import { COPIES_REST, FLOATS_PER_LANE, VECTOR_OF_PASS, kernelRequests, kernelSectors, step, wideCopy } from "#kit";
import { b200 } from "#simulator";

type Length = { readonly n: number };

/** Floats that a lane moves at once: a whole sector. */
const VECTOR = 8;

/** Two passes of vectors of four floats, and the rest. */
const requestsOfFloat4 = ({ n }: Length) => 2 * (2 * Math.ceil(Math.ceil(n / VECTOR) / 32) + (n % 4 === 0 ? 0 : 1));

export default wideCopy({
  id: "blackwell-32-byte-loads",
  title: "One sector per lane",
  summary: "On a B200, one lane can load 32 bytes. Make a float2 copy do the same work there with a quarter of the requests.",
  part: 4,
  concepts: ["vector load", "request", "sector", "alignment"],
  difficulty: 2,
  minutes: 12,
  device: b200,
  exports: [FLOATS_PER_LANE, VECTOR_OF_PASS, COPIES_REST],
  cases: [
    { id: "whole", title: "512 elements, two blocks of 32 threads", size: { n: 512 }, threads: 32 },
    { id: "ragged", title: "1,005 elements, two blocks of 64 threads", size: { n: 1005 }, threads: 64 },
    { id: "full-size", title: "a million elements, plus one", size: { n: 2 ** 20 + 1 }, threads: 256, fullSize: true },
  ],
  hidden: (draw) => ({ size: { n: draw.between(2049, 12_000) }, threads: 32 * draw.between(1, 8) }),
  checks: [
    // Elsewhere the rest may be in a sector of its own.
    kernelSectors({
      atMost: { whole: 128, "full-size": 262_146 },
      elsewhere: ({ n }: Length) => 2 * (Math.ceil(n / VECTOR) + 1),
      points: 3,
    }),
    step(kernelRequests({ atMost: requestsOfFloat4, points: 1 }), "The kernel makes no more requests than with vectors of four floats"),
    kernelRequests({ atMost: ({ n }: Length) => 2 * (Math.ceil(Math.floor(n / VECTOR) / 32) + (n % VECTOR === 0 ? 0 : 1)), points: 3 }),
  ],
  starterPasses: ["in-bounds", "every-element", "written-once", "kernel-sectors"],
  hints: [
    "32 lanes, 32 bytes each: how many bytes does one request carry, and how many sectors hold them?",
    "With eight floats per vector only one pass is left, and the thread's number in the launch is the number of its vector.",
    "A vector of eight floats begins at a multiple of eight. Up to seven elements are left over at the end: let the first threads take one each.",
    "floatsPerLane = 8; thread number t: vector is 8 * t if 8 * t + 8 <= n, rest is n - n % 8 + t if that is below n, null otherwise.",
  ],
  wrong: {
    "still-float2": {
      fails: ["kernel-requests-step", "kernel-requests"],
      says: "Coalesced, and with vectors: a good start. How many bytes can one lane of this GPU move at once, and how many do yours move?",
    },
    "as-on-hopper": {
      fails: ["kernel-requests"],
      says: "Every byte moves once: well done. On earlier GPUs, four floats were the widest vector. What's the widest here?",
    },
    "two-float4-side-by-side": {
      fails: ["kernel-sectors", "kernel-requests"],
      says: "A sector for each thread: good. But it’s fetched in two halves. How many times is it moved?",
    },
    "rest-of-four": {
      fails: ["every-element"],
      says: "Your `rest` starts after the last multiple of 4. Where does your last whole vector end?",
    },
    "rounds-up": {
      fails: ["in-bounds", "every-element"],
      says: "The last vector begins inside the array. Where does it end?",
    },
  },
});
