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

type Matrix = { readonly rows: number; readonly columns: number };

const BYTES_PER_HALF = 2;
const HALVES_PER_LANE = 2;

const small = { rows: 2, columns: 128 };
const ragged = { rows: 5, columns: 70 };
const fullSize = { rows: 512, columns: 1024 };

export default defineExercise<Matrix>({
  id: "half2-packing",
  title: "Two halves a lane",
  summary: "16-bit floats leave half of each lane empty. Load, add and store them in pairs: the same bytes with half the requests.",
  part: 3,
  concepts: ["vector load", "request", "sector", "alignment"],
  difficulty: 2,
  minutes: 12,
  points: 28,
  exports: [
    {
      name: "pair",
      kind: "function",
      description: "pair(thread, size) gives the first of the two elements of the matrix that the thread works on, or null.",
    },
    {
      name: "biasPair",
      kind: "function",
      description: "biasPair(thread, size) gives the first of the two elements of `bias` that belong to them, or null.",
    },
  ],
  cases: [
    { id: "small", title: "2 × 128, blocks of 64 × 2 threads", size: small, launch: launchOver([small.columns, small.rows], [64, 2]) },
    { id: "ragged", title: "5 × 70, blocks of 32 × 4 threads", size: ragged, launch: launchOver([ragged.columns, ragged.rows], [32, 4]) },
    {
      id: "full-size",
      title: "512 × 1024, blocks of 64 × 4 threads",
      size: fullSize,
      launch: launchOver([fullSize.columns, fullSize.rows], [64, 4]),
      fullSize: true,
    },
  ],
  hidden: (draw) => {
    const [rows, columns] = [draw.between(3, 29), 2 * draw.between(16, 100)];
    return { size: { rows, columns }, launch: launchOver([columns, rows], [32 * draw.between(1, 4), draw.between(1, 5)]) };
  },
  kernel: ({ size, answer }) => {
    const pair = exported(answer, "pair");
    return {
      size,
      arrays: {
        in: input(size.rows * size.columns, BYTES_PER_HALF),
        bias: input(size.columns, BYTES_PER_HALF),
        out: output(size.rows * size.columns, BYTES_PER_HALF),
      },
      steps: [
        load("in", { name: "read", index: pair, elementsPerLane: HALVES_PER_LANE }),
        load("bias", { name: "readBias", index: exported(answer, "biasPair"), elementsPerLane: HALVES_PER_LANE, register: "bias" }),
        combine("value", "bias"),
        store("out", { name: "write", index: pair, elementsPerLane: HALVES_PER_LANE }),
      ],
    };
  },
  expected: ({ columns }) => ({
    out: (elementIndex) => ({
      sumOf: [
        { array: "in", elementIndex },
        { array: "bias", elementIndex: elementIndex % columns },
      ],
    }),
  }),
  checks: [
    inBounds({ points: 1 }),
    everyElement({ points: 2 }),
    writtenOnce({ points: 1 }),
    sectorsPerRequest({ access: "read", atMost: { small: 4, "full-size": 4 }, points: 2 }),
    sectorsPerRequest({ access: "readBias", atMost: { small: 4, "full-size": 4 }, points: 2 }),
    requests({ access: "read", atMost: { small: 4, "full-size": 8192 }, points: 2 }),
    requests({ access: "readBias", atMost: { small: 4, "full-size": 8192 }, points: 2 }),
  ],
  hints: [
    "A warp of single halves touches two sectors in a request. What does one of pairs touch, and why is the larger number the better one?",
    "Lane 1 begins where the pair of lane 0 ends. How far apart are their columns?",
    "Half of the threads along x suffice: those whose column 2 * x lies inside the row. The others answer null, in both functions.",
    "column = 2 * (blockIdx.x * blockDim.x + threadIdx.x), row as ever. pair: row * size.columns + column, biasPair: column.",
  ],
  wrong: {
    "even-threads-only": {
      fails: ["read-requests", "readBias-requests"],
      says: "Every pair has a thread, and every second thread has none. How many lanes of a request carry anything?",
    },
    "forgets-to-double": {
      fails: ["in-bounds"],
      says: "Thread 1 begins at column 1, in the middle of a pair. Which pair is the second one?",
    },
    "bias-by-thread": {
      fails: ["in-bounds", "every-element"],
      says: "Your threads have got two columns each. Which biases belong to the columns of thread 1?",
    },
    "bias-of-the-element": {
      fails: ["in-bounds", "every-element"],
      says: "There is one bias for each column. Which bias does the first element of row 1 take?",
    },
    "block-as-fastest": {
      fails: ["read-sectors", "readBias-sectors"],
      says: "Lanes 0 and 1 of a warp differ in threadIdx.x alone. How far apart are their pairs?",
    },
  },
});
