import {
  USUAL_CORRECTNESS,
  combine,
  defineExercise,
  input,
  launchOver,
  learnerFunction,
  learnerLoad,
  learnerStore,
  neverSquare,
  output,
  repeat,
  sectorsPerRequest,
  type Matrix,
} from "#kit";

const small = { rows: 16, columns: 64 };
const ragged = { rows: 37, columns: 100 };
const fullSize = { rows: 512, columns: 1024 };

const aligned = { small: 4, "full-size": 4 };

export default defineExercise<Matrix>({
  id: "column-sum",
  title: "Column sums that need no fixing",
  summary: "Each thread walks down a column, and everybody says that's strided. Count what a warp does before you fix it.",
  part: 5,
  concepts: ["coalescing", "warp", "row-major", "reduction"],
  difficulty: 2,
  minutes: 8,
  exports: [
    learnerFunction("read(thread, size, pass) gives the element of `in` that the thread adds in the pass, 0 to rows - 1, or null."),
    learnerFunction("write(thread, size) gives the element of `out` that gets the thread's sum, or null."),
  ],
  cases: [
    { id: "small", title: "16 × 64, two blocks of 32 threads", size: small, launch: launchOver([small.columns], [32]) },
    { id: "ragged", title: "37 × 100, two blocks of 64 threads", size: ragged, launch: launchOver([ragged.columns], [64]) },
    { id: "full-size", title: "512 × 1,024", size: fullSize, launch: launchOver([fullSize.columns], [256]), fullSize: true },
  ],
  larger: ({ rows, columns }, factor) => {
    const size = { rows, columns: columns * factor };
    return { size, launch: launchOver([size.columns], [256]) };
  },
  hidden: (draw) => {
    const size = neverSquare(draw, draw.between(40, 90), draw.between(91, 300));
    return { size, launch: launchOver([size.columns], [32 * draw.between(1, 4)]) };
  },
  kernel: ({ size, answer }) => ({
    size,
    arrays: { in: input(size.rows * size.columns, 4, "each-once"), out: output(size.columns) },
    steps: [
      repeat(size.rows, learnerLoad(answer, "in", "read"), combine("sum", "value")),
      learnerStore(answer, "out", "write", { register: "sum" }),
    ],
  }),
  expected: ({ rows, columns }) => ({
    out: (column) => ({ sumOf: Array.from({ length: rows }, (_, row) => row * columns + column) }),
  }),
  correctness: { ...USUAL_CORRECTNESS, readOnce: 2 },
  checks: [
    sectorsPerRequest({ access: "read", atMost: aligned, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: aligned, points: 2 }),
  ],
  starterPasses: ["in-bounds", "every-element", "written-once", "read-once", "write-sectors"],
  hints: [
    "A request is what 32 lanes do at one moment, not what one thread does over time.",
    "In pass 5 of the plain loop every lane is in row 5. How far apart are lanes 0 and 1?",
    "column = blockIdx.x * blockDim.x + threadIdx.x. read: pass * columns + column, write: column, null for a column that doesn't exist.",
  ],
  wrong: {
    "staggers-the-rows": {
      fails: ["read-sectors"],
      says: "In one pass, each of your lanes is in a different row. Which lanes were neighbours in memory before you staggered them?",
    },
    "spreads-the-columns": {
      fails: ["read-sectors", "write-sectors"],
      says: "You send neighbouring columns to different blocks. Which lanes of a warp can still share a sector?",
    },
    "walks-along-the-row": {
      fails: ["in-bounds", "every-element", "read-once"],
      says: "Each thread now walks along a row, which looks sequential. Which sum does that compute, and where is lane 1 while lane 0 is at the start of its row?",
    },
    "column-major": {
      fails: ["every-element"],
      says: "Your index assumes that the columns are stored one after another. In which order does C store the elements of a matrix?",
    },
  },
});
