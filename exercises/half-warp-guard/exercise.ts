import { combine, exported, input, learnerFunction, load, output, overItems, requests, sectorsPerRequest, store } from "#kit";
import { closure, growing } from "#kit";

/** The input has two elements per pair: pair i consists of elements i and pairs + i. */
type Halves = { readonly pairs: number };

export default overItems<Halves>({
  id: "half-warp-guard",
  title: "Which half of the threads?",
  summary: "A step of a reduction has work for one thread in two. The guard decides which: even lanes, half-warps, or whole warps.",
  part: 1,
  concepts: ["warp", "lane", "request", "sector", "reduction"],
  difficulty: 2,
  minutes: 10,
  exports: [learnerFunction("pair(thread, size) gives the number of the pair that the thread adds, or null if it rests.")],
  // One thread per element of the input: twice as many as there are pairs.
  items: ({ pairs }) => 2 * pairs,
  cases: [
    { id: "small", title: "64 pairs, one block of 128 threads", size: { pairs: 64 }, threads: 128 },
    { id: "ragged", title: "500 pairs, four blocks of 256 threads", size: { pairs: 500 }, threads: 256 },
    { id: "full-size", title: "262,144 pairs", size: { pairs: 2 ** 18 }, threads: 256, fullSize: true },
  ],
  larger: growing("pairs"),
  hidden: (draw) => ({ size: { pairs: draw.between(129, 2000) }, threads: 32 * draw.between(1, 8) }),
  kernel: ({ size, answer }) => {
    const pair = exported(answer, "pair");
    return {
      size,
      arrays: { in: input(2 * size.pairs), out: output(size.pairs) },
      steps: [
        load("in", { name: "left", index: pair }),
        load("in", {
          name: "right",
          register: "right",
          index: closure({ pair }, ({ pair }) => (thread: unknown, halves: Halves) => {
            const number = pair(thread, halves);
            return typeof number === "number" ? halves.pairs + number : number;
          }),
        }),
        combine("value", "right"),
        store("out", { name: "write", index: pair }),
      ],
    };
  },
  expected: ({ pairs }) => ({ out: (elementIndex) => ({ sumOf: [elementIndex, pairs + elementIndex] }) }),
  checks: [
    requests({ access: "left", atMost: ({ pairs }: { readonly pairs: number }) => Math.ceil(pairs / 32), points: 5 }),
    sectorsPerRequest({ access: "left", atMost: { small: 4, "full-size": 4 }, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: { small: 4, "full-size": 4 }, points: 2 }),
  ],
  starterPasses: ["in-bounds", "every-element", "written-once", "left-sectors", "write-sectors"],
  hints: [
    "A warp makes a request if even one of its lanes takes part. When does a warp make none at all?",
    "If the even lanes work, every warp works, at half its width. Which threads must rest so that half of the warps have nothing to do?",
    "Let the first `pairs` threads of the launch work: pair = blockIdx.x * blockDim.x + threadIdx.x where that is below `pairs`, else null.",
  ],
  wrong: {
    "even-lanes": {
      fails: ["left-requests"],
      says: "The even lanes work and the odd ones rest. How many warps does that send home?",
    },
    "half-of-each-warp": {
      fails: ["left-requests"],
      says: "Lanes 0 to 15 work, and their sectors are full. But how many requests do 32 pairs take?",
    },
    "doubles-the-index": {
      fails: ["left-sectors", "write-sectors"],
      says: "Whole warps work now: well done. Lane 0 takes pair 0; which one does lane 1 take, and what's in between?",
    },
    "even-pairs-only": {
      fails: ["every-element"],
      says: "The even threads work, each on the pair with its own number. Who takes pair 1?",
    },
  },
});
