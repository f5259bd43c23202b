import {
  combine,
  elementOf,
  input,
  learnerFunction,
  learnerLoad,
  learnerStore,
  output,
  overItems,
  requests,
  sectorsPerRequest,
  growing,
} from "#kit";

type Matrix = { readonly rows: number; readonly columns: number };

const BYTES_PER_HALF = 2;
const HALVES_PER_LANE = 2;

/** Each row in warps of its own. */
const fewestRequests = ({ rows, columns }: Matrix) => rows * Math.ceil(columns / HALVES_PER_LANE / 32);
const wholeRequests = { small: 4, "full-size": 8192 };

export default overItems<Matrix>({
  id: "half2-packing",
  title: "Two halves per lane",
  summary: "16-bit floats leave half of each lane empty. Load, add and store them in pairs: the same bytes with half the requests.",
  part: 1,
  concepts: ["vector load", "request", "sector", "alignment"],
  difficulty: 2,
  minutes: 12,
  exports: [
    learnerFunction("pair(thread, size) gives the first of the two elements of the matrix that the thread works on, or null."),
    learnerFunction("biasPair(thread, size) gives the first of the two elements of `bias` that go with them, or null."),
  ],
  items: ({ rows, columns }) => [columns, rows],
  cases: [
    { id: "small", title: "2 × 128, blocks of 64 × 2 threads", size: { rows: 2, columns: 128 }, threads: [64, 2] },
    { id: "ragged", title: "5 × 70, blocks of 32 × 4 threads", size: { rows: 5, columns: 70 }, threads: [32, 4] },
    {
      id: "full-size",
      title: "512 × 1,024, blocks of 64 × 4 threads",
      size: { rows: 512, columns: 1024 },
      threads: [64, 4],
      fullSize: true,
    },
  ],
  larger: growing("rows"),
  hidden: (draw) => ({
    size: { rows: draw.between(3, 29), columns: 2 * draw.between(16, 100) },
    threads: [32 * draw.between(1, 4), draw.between(1, 5)],
  }),
  kernel: ({ size, answer }) => {
    const elementsPerLane = HALVES_PER_LANE;
    return {
      size,
      arrays: {
        in: input(size.rows * size.columns, BYTES_PER_HALF),
        bias: input(size.columns, BYTES_PER_HALF),
        out: output(size.rows * size.columns, BYTES_PER_HALF),
      },
      steps: [
        learnerLoad(answer, "in", "read", { function: "pair", elementsPerLane }),
        learnerLoad(answer, "bias", "readBias", { function: "biasPair", elementsPerLane, register: "bias" }),
        combine("value", "bias"),
        learnerStore(answer, "out", "write", { function: "pair", elementsPerLane }),
      ],
    };
  },
  expected: ({ columns }) => ({
    out: (elementIndex) => ({ sumOf: [elementOf("in", elementIndex), elementOf("bias", elementIndex % columns)] }),
  }),
  checks: [
    sectorsPerRequest({ access: "read", atMost: { small: 4, "full-size": 4 }, points: 2 }),
    // Elsewhere a warp may go from the end of a row of biases to its beginning.
    sectorsPerRequest({ access: "readBias", atMost: { small: 4, "full-size": 4 }, elsewhere: 6, points: 2 }),
    requests({ access: "read", atMost: wholeRequests, elsewhere: fewestRequests, points: 2 }),
    requests({ access: "readBias", atMost: wholeRequests, elsewhere: fewestRequests, points: 2 }),
  ],
  starterPasses: ["written-once"],
  hints: [
    "A warp that loads single halves touches two sectors per request. How many does a warp that loads pairs touch, and why is the larger number better?",
    "Lane 1 begins where the pair of lane 0 ends. How far apart are their columns?",
    "Half of the threads along x are enough: those whose column 2 * x lies inside the row. The others return null, in both functions.",
    "column = 2 * (blockIdx.x * blockDim.x + threadIdx.x), row as before. pair: row * columns + column, biasPair: column.",
  ],
  wrong: {
    "even-threads-only": {
      fails: ["read-requests", "readBias-requests"],
      says: "Every pair has a thread, but every second thread has no pair. How many lanes of a request carry anything?",
    },
    "forgets-to-double": {
      fails: ["in-bounds"],
      says: "Thread 1 begins at column 1, in the middle of a pair. Which pair is the second one?",
    },
    "bias-by-thread": {
      fails: ["in-bounds", "every-element"],
      says: "Your threads have two columns each. Which biases belong to the columns of thread 1?",
    },
    "bias-of-the-element": {
      fails: ["in-bounds", "every-element"],
      says: "There is one bias for each column. Which bias does the first element of row 1 take?",
    },
    "block-as-fastest": {
      fails: ["read-sectors", "readBias-sectors", "read-requests", "readBias-requests"],
      says: "Lanes 0 and 1 of a warp differ only in threadIdx.x. How far apart are their pairs?",
    },
  },
});
