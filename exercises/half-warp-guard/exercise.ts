import {
  combine,
  defineExercise,
  everyElement,
  exported,
  inBounds,
  input,
  launchOver,
  load,
  output,
  requests,
  sectorsPerRequest,
  store,
  writtenOnce,
} from "#kit";

/** An input of twice as many elements as there are pairs: pair i is element i and element pairs + i. */
type Halves = { readonly pairs: number };

/** One thread an element of the input: twice as many as there are pairs. */
const launchOverInput = ({ pairs }: Halves, threads: number) => launchOver([2 * pairs], [threads]);

const small = { pairs: 64 };
const ragged = { pairs: 500 };
const fullSize = { pairs: 2 ** 18 };

export default defineExercise<Halves>({
  id: "half-warp-guard",
  title: "Which half of the threads?",
  summary: "A step of a reduction has work for one thread in two. The guard decides which: even lanes, half-warps, or whole warps.",
  part: 1,
  concepts: ["warp", "lane", "request", "sector", "reduction"],
  difficulty: 2,
  minutes: 10,
  points: 35,
  exports: [
    {
      name: "pair",
      kind: "function",
      description: "pair(thread, size) gives the number of the pair that the thread adds, or null for a thread that rests.",
    },
  ],
  cases: [
    { id: "small", title: "64 pairs, one block of 128 threads", size: small, launch: launchOverInput(small, 128) },
    { id: "ragged", title: "500 pairs, four blocks of 256 threads", size: ragged, launch: launchOverInput(ragged, 256) },
    { id: "full-size", title: "262,144 pairs", size: fullSize, launch: launchOverInput(fullSize, 256), fullSize: true },
  ],
  hidden: (draw) => {
    const size = { pairs: draw.between(129, 2000) };
    return { size, launch: launchOverInput(size, 32 * draw.between(1, 8)) };
  },
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
          index: (thread: unknown, halves: Halves) => {
            const number = pair(thread, halves);
            return typeof number === "number" ? halves.pairs + number : number;
          },
        }),
        combine("value", "right"),
        store("out", { name: "write", index: pair }),
      ],
    };
  },
  expected: ({ pairs }) => ({ out: (elementIndex) => ({ sumOf: [elementIndex, pairs + elementIndex] }) }),
  checks: [
    inBounds({ points: 1 }),
    everyElement({ points: 2 }),
    writtenOnce({ points: 1 }),
    requests({ access: "left", atMost: { small: 2, ragged: 16, "full-size": 8192 }, points: 5 }),
    sectorsPerRequest({ access: "left", atMost: { small: 4, "full-size": 4 }, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: { small: 4, "full-size": 4 }, points: 2 }),
  ],
  hints: [
    "A warp makes a request as soon as one of its lanes takes part. When does a warp make none at all?",
    "If the even lanes work, every warp works, at half its width. Which threads must rest so that half of the warps have nothing to do?",
    "Let the first size.pairs threads of the launch work: pair = blockIdx.x * blockDim.x + threadIdx.x where that is below size.pairs, else null.",
  ],
  wrong: {
    "even-lanes": {
      fails: ["left-requests"],
      says: "The even lanes work and the odd ones rest. How many warps does that send home?",
    },
    "half-of-each-warp": {
      fails: ["left-requests"],
      says: "Lanes 0 to 15 work, and their sectors are full. But how many requests does it take to move 32 pairs?",
    },
    "doubles-the-index": {
      fails: ["left-sectors", "write-sectors"],
      says: "Whole warps work now. Lane 0 takes pair 0; which does lane 1 take, and what lies between?",
    },
    "even-pairs-only": {
      fails: ["every-element"],
      says: "The even threads work, each on the pair of its own number. Who takes pair 1?",
    },
  },
});
