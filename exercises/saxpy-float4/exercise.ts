import {
  combine,
  defineExercise,
  elementOf,
  exported,
  input,
  kernelRequests,
  launch,
  learnerFunction,
  load,
  repeat,
  sectorsPerRequest,
  store,
} from "#kit";

const FLOATS_PER_VECTOR = 4;

export default defineExercise<{ n: number }>({
  id: "saxpy-float4",
  title: "SAXPY with vectors",
  summary: "y = a·x + y in place, four floats per lane, with fewer threads than vectors: which thread takes which vector in which pass?",
  part: 3,
  concepts: ["vector load", "coalescing", "grid", "request"],
  difficulty: 3,
  minutes: 15,
  exports: [
    learnerFunction("times(thread, size) gives how many passes of the loop the thread runs."),
    learnerFunction("vector(thread, size, pass) gives the first of the four elements that the thread works on in that pass, or null."),
  ],
  cases: [
    { id: "two-passes", title: "512 elements, two blocks of 32 threads", size: { n: 512 }, launch: launch([2], [32]) },
    { id: "ragged", title: "1,500 elements, three blocks of 64 threads", size: { n: 1500 }, launch: launch([3], [64]) },
    {
      id: "full-size",
      title: "a million elements, 132 blocks of 256 threads",
      size: { n: 2 ** 20 },
      launch: launch([132], [256]),
      fullSize: true,
    },
  ],
  larger: ({ n }, factor) => ({ size: { n: n * factor }, launch: launch([132], [256]) }),
  hidden: (draw) => {
    const [blocks, threads] = [draw.between(1, 6), 32 * draw.between(1, 4)];
    const vectors = draw.between(blocks * threads + 1, 5 * blocks * threads);
    return { size: { n: FLOATS_PER_VECTOR * vectors }, launch: launch([blocks], [threads]) };
  },
  kernel: ({ size, answer }) => {
    const vector = { index: exported(answer, "vector"), elementsPerLane: FLOATS_PER_VECTOR };
    return {
      size,
      arrays: { x: input(size.n), y: input(size.n) },
      steps: [
        repeat(
          exported(answer, "times"),
          load("x", { name: "readX", register: "x", ...vector }),
          load("y", { name: "readY", register: "y", ...vector }),
          combine("y", "x"),
          store("y", { name: "writeY", register: "y", ...vector }),
        ),
      ],
    };
  },
  expected: () => ({ y: (elementIndex) => ({ sumOf: [elementOf("x", elementIndex), elementOf("y", elementIndex)] }) }),
  correctness: { inBounds: 1, everyElement: 2, writtenOnce: 1, noRace: 1 },
  checks: [
    sectorsPerRequest({ access: "readX", atMost: { "two-passes": 16, "full-size": 16 }, points: 2 }),
    sectorsPerRequest({ access: "readY", atMost: { "two-passes": 16, "full-size": 16 }, points: 2 }),
    sectorsPerRequest({ access: "writeY", atMost: { "two-passes": 16, "full-size": 16 }, points: 2 }),
    kernelRequests({ atMost: ({ n }: { readonly n: number }) => 3 * Math.ceil(n / 4 / 32), points: 4 }),
  ],
  starterPasses: ["in-bounds", "written-once", "no-race"],
  hints: [
    "In one pass, the lanes of a warp should have neighbouring vectors. That settles the first pass; in the second, all of them move on by the same distance.",
    "How many elements do all threads together work on in one pass? That's the distance.",
    "threads = gridDim.x * blockDim.x. The vectors of thread t begin at 4 * t, 4 * (threads + t), 4 * (2 * threads + t) …",
    "vector: 4 * (pass * threads + t) if that is below n, else null. times: Math.ceil(n / (4 * threads)).",
  ],
  wrong: {
    "a-run-a-thread": {
      fails: ["readX-sectors", "readY-sectors", "writeY-sectors"],
      says: "Each thread walks through its own stretch of the array, as a CPU core would. In one pass, how far apart are lanes 0 and 1?",
    },
    "moves-on-by-threads": {
      fails: ["every-element", "written-once", "no-race"],
      says: "After pass 0 you move on by the number of threads. How many elements have the threads dealt with by then?",
    },
    "one-thread-an-element": {
      fails: ["kernel-requests"],
      says: "Three lanes in four return null, but the warp makes its request anyway. Could those lanes take the next vectors?",
    },
    "rounds-down": {
      fails: ["every-element"],
      says: "1,500 elements aren't a whole number of passes. Which pass deals with the last ones?",
    },
    "forgets-the-guard": {
      fails: ["in-bounds"],
      says: "In the last pass some threads have no vector left. What should they return?",
    },
  },
});
