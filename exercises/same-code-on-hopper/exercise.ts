import { requests, sectorsPerRequest, wideCopy } from "#kit";
import { h100 } from "#simulator";

/** Vectors of four floats, in whole warps. */
const fewestRequests = ({ n }: { readonly n: number }) => Math.ceil(n / 4 / 32);

export default wideCopy({
  id: "same-code-on-hopper",
  title: "The same code on Hopper",
  summary: "32 bytes per lane were right on Blackwell. On an H100 the same file still runs, but each sector is moved twice.",
  part: 4,
  concepts: ["vector load", "request", "sector"],
  difficulty: 3,
  minutes: 15,
  device: h100,
  cases: [
    { id: "whole", title: "512 elements, two blocks of 32 threads", size: { n: 512 }, threads: 32 },
    { id: "ragged", title: "1,416 elements, three blocks of 64 threads", size: { n: 1416 }, threads: 64 },
    { id: "full-size", title: "a million elements", size: { n: 2 ** 20 }, threads: 256, fullSize: true },
  ],
  hidden: (draw) => ({ size: { n: 8 * draw.between(100, 2000) }, threads: 32 * draw.between(1, 8) }),
  checks: [
    sectorsPerRequest({ access: "read", atMost: { whole: 16, "full-size": 16 }, points: 3 }),
    sectorsPerRequest({ access: "write", atMost: { whole: 16, "full-size": 16 }, points: 3 }),
    requests({ access: "read", atMost: fewestRequests, points: 3 }),
    requests({ access: "write", atMost: fewestRequests, points: 3 }),
  ],
  starterPasses: ["in-bounds", "every-element", "written-once", "read-requests", "write-requests"],
  hints: [
    "The compiler splits your vector into two loads. Which 16 bytes does each lane fetch with the first one, and which half of which sectors is left for the second?",
    "This GPU's widest vector is 16 bytes. With that, each thread has two passes. Choose the order of the vectors so that in each pass neighbouring lanes have neighbouring vectors.",
    "In pass 0 the threads of the launch take the first half of the vectors, one each; in pass 1 they take the second half. How many elements further on does pass 1 begin?",
    "floatsPerLane = 4; threads = gridDim.x * blockDim.x; thread number t begins at 4 * (pass * threads + t), if that is below n, else null.",
  ],
  wrong: {
    "as-on-blackwell": {
      fails: ["read-sectors", "write-sectors"],
      says: "This GPU has no load of 32 bytes. What does the compiler turn it into, and how many times is each sector touched?",
    },
    "splits-by-hand": {
      fails: ["read-sectors", "write-sectors"],
      says: "That is what the compiler did: two halves of the thread's eight floats, one after the other. Which 16 bytes should lane 1 take while lane 0 takes the first?",
    },
    "plays-safe": {
      fails: ["read-requests", "write-requests"],
      says: "Each sector is moved once now. But is a vector of two floats the widest that this GPU has?",
    },
    "steps-by-threads": {
      fails: ["every-element", "written-once"],
      says: "In pass 1 you move on by as many elements as there are threads. How many elements did those threads copy in pass 0?",
    },
    "old-bounds": {
      fails: ["every-element"],
      says: "Your guard wants room for eight elements. How many does a vector need now?",
    },
  },
});
