import {
  defineExercise,
  everyElement,
  exported,
  inBounds,
  input,
  launchOver,
  load,
  move,
  output,
  sectorsPerRequest,
  store,
  writtenOnce,
} from "#kit";

const THREADS_PER_BLOCK = 256;

export default defineExercise<{ n: number }>({
  id: "straight-copy",
  title: "A straight copy",
  summary: "One thread an element: write the index expression that every kernel begins with, and its guard.",
  part: 1,
  concepts: ["coalescing", "sector", "grid"],
  difficulty: 1,
  minutes: 5,
  points: 20,
  exports: [
    { name: "read", kind: "function", description: "read(thread, size) gives the element of `in` that the thread reads, or null." },
    { name: "write", kind: "function", description: "write(thread, size) gives the element of `out` that the thread writes, or null." },
  ],
  cases: [
    { id: "one-warp-each", title: "64 elements, two blocks of 32 threads", size: { n: 64 }, launch: launchOver([64], [32]) },
    {
      id: "ragged",
      title: "1,000 elements, four blocks of 256 threads",
      size: { n: 1000 },
      launch: launchOver([1000], [THREADS_PER_BLOCK]),
    },
    {
      id: "full-size",
      title: "a million elements",
      size: { n: 2 ** 20 },
      launch: launchOver([2 ** 20], [THREADS_PER_BLOCK]),
      fullSize: true,
    },
  ],
  hidden: (draw) => {
    const n = draw.between(300, 5000);
    const threads = 32 * draw.between(1, 8);
    // Whole blocks may be idle: a guard has to hold for them, too.
    return { size: { n }, launch: launchOver([n + draw.between(0, 2 * threads)], [threads]) };
  },
  kernel: ({ size, answer }) => ({
    size,
    arrays: { in: input(size.n), out: output(size.n) },
    steps: [
      move(
        load("in", { name: "read", index: exported(answer, "read") }),
        store("out", { name: "write", index: exported(answer, "write") }),
      ),
    ],
  }),
  expected: () => ({ out: (elementIndex) => elementIndex }),
  checks: [
    inBounds({ points: 1 }),
    everyElement({ points: 2 }),
    writtenOnce({ points: 1 }),
    sectorsPerRequest({ access: "read", atMost: { "one-warp-each": 4, "full-size": 4 }, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: { "one-warp-each": 4, "full-size": 4 }, points: 2 }),
  ],
  hints: [
    "threadIdx.x starts at 0 again in every block. What tells the blocks apart?",
    "The elements before a block's first one belong to the blocks before it: how many blocks, of how many threads each?",
    "blockIdx.x * blockDim.x + threadIdx.x numbers all threads of the launch. The last block may have more threads than there are elements left: those answer null.",
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
      says: "Lanes 0 and 1 of a warp differ in threadIdx.x alone. How far apart are their elements?",
    },
    "reads-one-further": {
      fails: ["in-bounds", "every-element"],
      says: "Thread 0 reads one element and writes another. Do the two indexes name the same place?",
    },
  },
});
