import {
  type Launch,
  barrier,
  combine,
  defineExercise,
  exported,
  input,
  launch,
  learnerFunction,
  learnerLoad,
  load,
  output,
  repeat,
  requests,
  sectorsPerRequest,
  store,
  tile,
  closure,
} from "#kit";

/** d is a multiple of 4, and at least 4 per thread of a block. */
type Rows = { readonly rows: number; readonly d: number };

/** Floats that a lane loads at once. */
const VECTOR = 4;

const LANES = 32;

/** The threads of a block add in halves: the first half of them, then half of these, down to one. */
function partnerRequests({ rows }: Rows, { blockDim }: Launch): number {
  let requests = 0;
  for (let half = blockDim.x / 2; half >= 1; half /= 2) requests += Math.ceil(half / LANES);
  return rows * requests;
}

const small = { rows: 2, d: 512 };
const ragged = { rows: 3, d: 700 };
const fullSize = { rows: 224, d: 4096 };

export default defineExercise<Rows>({
  id: "layer-norm-vectors",
  title: "Row statistics for layer norm",
  summary: "One block per row: wide loads along the row, partial sums that meet in shared memory, and no warp kept busy for nothing.",
  part: 5,
  concepts: ["coalescing", "vector load", "reduction", "shared memory", "barrier"],
  difficulty: 4,
  minutes: 25,
  exports: [
    learnerFunction("passes(thread, size) gives how many vectors of the row the thread adds up."),
    learnerFunction("read(thread, size, pass) gives the first of the 4 elements of `in` that the thread loads in this pass."),
    learnerFunction("partner(thread, size, step) gives the thread whose partial sum this thread adds to its own in this step, or null."),
  ],
  cases: [
    { id: "small", title: "2 rows of 512, blocks of 64 threads", size: small, launch: launch([small.rows], [64]) },
    { id: "ragged", title: "3 rows of 700, blocks of 128 threads", size: ragged, launch: launch([ragged.rows], [128]) },
    {
      id: "full-size",
      title: "224 rows of 4,096, blocks of 256 threads",
      size: fullSize,
      launch: launch([fullSize.rows], [256]),
      fullSize: true,
    },
  ],
  larger: ({ rows, d }, factor) => ({ size: { rows: rows * factor, d }, launch: launch([rows * factor], [256]) }),
  hidden: (draw) => {
    const threads = draw.oneOf([32, 64, 128, 256]);
    const rows = draw.between(2, 5);
    return { size: { rows, d: VECTOR * draw.between(threads, 3 * threads) }, launch: launch([rows], [threads]) };
  },
  kernel: ({ size, launch: { blockDim }, answer }) => {
    const partner = exported(answer, "partner");
    const ownVectors = {
      ...repeat(
        exported(answer, "passes"),
        learnerLoad(answer, "in", "read", { elementsPerLane: VECTOR, register: "vector" }),
        combine("sum", "vector"),
      ),
      name: "passes",
    };
    const addPartner = {
      ...repeat(
        closure(
          { partner },
          ({ partner }) =>
            (thread: Thread, size: Rows, step: number) =>
              partner(thread, size, step) === null ? 0 : 1,
        ),
        load("partials", {
          name: "partner",
          index: closure(
            { partner },
            ({ partner }) =>
              (thread: Thread, size: Rows, _: number, step: number) =>
                partner(thread, size, step),
          ),
          register: "other",
        }),
        combine("sum", "other"),
        store("partials", { name: "keep", index: ({ threadIdx }: Thread) => threadIdx.x, register: "sum" }),
      ),
      name: "partner",
    };
    return {
      size,
      arrays: { in: input(size.rows * size.d, 4, "each-once"), partials: tile(blockDim.x), totals: output(size.rows) },
      steps: [
        ownVectors,
        store("partials", { name: "park", index: ({ threadIdx }: Thread) => threadIdx.x, register: "sum" }),
        barrier,
        repeat(Math.log2(blockDim.x), addPartner, barrier),
        store("totals", {
          name: "total",
          index: ({ threadIdx, blockIdx }: Thread) => (threadIdx.x === 0 ? blockIdx.x : null),
          register: "sum",
        }),
      ],
    };
  },
  expected: ({ d }) => ({
    totals: (row) => ({ sumOf: Array.from({ length: d }, (_, column) => row * d + column) }),
  }),
  correctness: { inBounds: 2, everyElement: 3, noRace: 2, readOnce: 2 },
  checks: [
    sectorsPerRequest({ access: "read", atMost: { small: 16, "full-size": 16 }, points: 3 }),
    requests({ access: "read", atMost: ({ rows, d }: Rows) => rows * Math.ceil(d / VECTOR / LANES), points: 3 }),
    requests({ access: "partner", atMost: partnerRequests, points: 4 }),
  ],
  starterPasses: ["in-bounds", "no-race"],
  hints: [
    "In one pass the block loads as many vectors as it has threads. Should they be consecutive, or far apart?",
    "Thread t takes vectors t, t + blockDim.x, t + 2 * blockDim.x and so on, for as long as there are any. Some threads may take one more than others: which ones should they be, so that they're in as few warps as possible?",
    "The sum in shared memory halves the number of partial sums in each step. Let the first half of the threads add the second half: then whole warps finish early.",
    "passes: Math.ceil((d / 4 - threadIdx.x) / blockDim.x). read: blockIdx.x * d + 4 * (pass * blockDim.x + threadIdx.x). partner: with half = blockDim.x >> (step + 1), threadIdx.x + half for threads below half, else null.",
  ],
  wrong: {
    "a-run-for-each-thread": {
      fails: ["read-sectors", "read-requests"],
      says: "Each thread adds up its own piece of the row. Which vectors do lanes 0 and 1 load in the same pass, and how far apart are they?",
    },
    "every-second-thread": {
      fails: ["partner-requests"],
      says: "In the first step every second thread adds, in the next every fourth. How many warps contain a thread that adds, and how many would be enough?",
    },
    "everyone-adds": {
      fails: ["no-race"],
      says: "In step 0 thread 0 reads the partial sum of a thread in the upper half. What is that thread doing at the same time?",
    },
    "starts-too-wide": {
      fails: ["in-bounds", "every-element"],
      says: "In step 0, how many partial sums are there, and how far apart are the two that thread 0 adds?",
    },
    "one-pass-for-all": {
      fails: ["in-bounds", "every-element", "read-once"],
      says: "A row of 700 is 175 vectors, for 128 threads. How many threads have a second vector?",
    },
  },
});
