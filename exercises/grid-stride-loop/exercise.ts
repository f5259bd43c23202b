import {
  exported,
  input,
  launch,
  learnerFunction,
  learnerLoad,
  learnerStore,
  map,
  move,
  output,
  repeat,
  requests,
  sectorsPerRequest,
} from "#kit";

export default map({
  id: "grid-stride-loop",
  title: "A grid-stride loop",
  summary: "More elements than threads: give each thread several, in an order that keeps every pass coalesced.",
  part: 1,
  concepts: ["coalescing", "sector", "grid", "request"],
  difficulty: 2,
  minutes: 10,
  exports: [
    learnerFunction("times(thread, size) gives how many passes of the loop the thread runs."),
    learnerFunction("element(thread, size, pass) gives the element that the thread copies in that pass, counted from 0, or null."),
  ],
  cases: [
    { id: "four-passes", title: "512 elements, two blocks of 64 threads", size: { n: 512 }, launch: launch([2], [64]) },
    { id: "ragged", title: "1,000 elements, three blocks of 96 threads", size: { n: 1000 }, launch: launch([3], [96]) },
    {
      id: "full-size",
      title: "a million elements, 132 blocks of 256 threads",
      size: { n: 1_000_000 },
      launch: launch([132], [256]),
      fullSize: true,
    },
  ],
  hidden: (draw) => {
    const [blocks, threads] = [draw.between(2, 7), 32 * draw.between(1, 5)];
    return { size: { n: draw.between(blocks * threads + 1, 6000) }, launch: launch([blocks], [threads]) };
  },
  kernel: ({ size, answer }) => ({
    size,
    arrays: { in: input(size.n), out: output(size.n) },
    steps: [
      repeat(
        exported(answer, "times"),
        move(learnerLoad(answer, "in", "read", { function: "element" }), learnerStore(answer, "out", "write", { function: "element" })),
      ),
    ],
  }),
  checks: [
    sectorsPerRequest({ access: "read", atMost: { "four-passes": 4, "full-size": 4 }, points: 3 }),
    sectorsPerRequest({ access: "write", atMost: { "four-passes": 4, "full-size": 4 }, points: 3 }),
    requests({ access: "read", atMost: ({ n }: { readonly n: number }) => Math.ceil(n / 32), points: 1 }),
  ],
  starterPasses: ["in-bounds", "written-once"],
  hints: [
    "The 32 lanes of a warp make a request together, in the same pass. Which 32 elements should they have?",
    "In pass 0, let each thread take the element with its own number in the launch. What's the first element left for pass 1?",
    "The stride is the number of threads in the grid: first + pass * stride. A thread is done once that leaves the array.",
    "first = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x; times: Math.ceil(n / stride); element: first + pass * stride where that is below n, else null.",
  ],
  wrong: {
    "chunk-per-thread": {
      fails: ["read-requests", "read-sectors", "write-sectors"],
      says: "Your elements are neighbours from pass to pass. Which ones should be neighbours: one thread's elements in two passes, or two threads' elements in one pass?",
    },
    "block-as-stride": {
      fails: ["every-element", "written-once"],
      says: "Thread 0 of block 0 moves on by one block. Which thread already took that element, in pass 0?",
    },
    "chunk-per-block": {
      fails: ["read-requests"],
      says: "Each block walks through its own chunk, and does it well. How many lanes work in the last request of a chunk whose length isn't a multiple of 32?",
    },
    "forgets-the-guard": {
      fails: ["in-bounds"],
      says: "1,000 isn't a multiple of 288, the number of threads. Where do the last threads end up in the last pass?",
    },
    "whole-passes-only": {
      fails: ["every-element"],
      says: "1,000 elements are three passes of 288 threads, and some more. Who copies those?",
    },
  },
});
