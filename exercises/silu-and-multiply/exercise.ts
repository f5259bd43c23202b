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
  readOnce,
  sectorsPerRequest,
  store,
  writtenOnce,
} from "#kit";

/** Rows of `in` hold d gates and then d ups; rows of `out` hold d elements. d is a multiple of 8. */
type Activation = { readonly rows: number; readonly d: number };

/** 16-bit elements that a lane moves at once. */
const VECTOR = 8;

const small = { rows: 3, d: 512 };
const ragged = { rows: 5, d: 200 };
const fullSize = { rows: 240, d: 11008 };

const launchVectors = ({ rows, d }: Activation, threads: number) => launchOver([d / VECTOR, rows], [threads]);

/** Rows that are whole warps of vectors. */
const wholeWarps = { small: 16, "full-size": 16 };

export default defineExercise<Activation>({
  id: "silu-and-multiply",
  title: "SiLU and multiply",
  summary: "A gated layer of a language model: each row holds two halves that meet in one. Load both of them side by side with wide lanes.",
  part: 5,
  concepts: ["coalescing", "vector load", "alignment", "sector"],
  difficulty: 2,
  minutes: 12,
  points: 39,
  exports: [
    {
      name: "gate",
      kind: "function",
      description: "gate(thread, size) gives the first of the 8 elements of `in` that the thread takes as gates, or null.",
    },
    {
      name: "up",
      kind: "function",
      description: "up(thread, size) gives the first of the 8 elements of `in` that it multiplies them with, or null.",
    },
    {
      name: "write",
      kind: "function",
      description: "write(thread, size) gives the first of the 8 elements of `out` that it stores, or null.",
    },
  ],
  cases: [
    { id: "small", title: "3 rows, d = 512, two blocks of 32 a row", size: small, launch: launchVectors(small, 32) },
    { id: "ragged", title: "5 rows, d = 200, one block of 64 a row", size: ragged, launch: launchVectors(ragged, 64) },
    { id: "full-size", title: "240 rows, d = 11,008", size: fullSize, launch: launchVectors(fullSize, 128), fullSize: true },
  ],
  hidden: (draw) => {
    const size = { rows: draw.between(2, 9), d: VECTOR * draw.between(10, 200) };
    return { size, launch: launchVectors(size, 32 * draw.between(1, 4)) };
  },
  // The gates go in twice, as they do in gate * sigmoid(gate) * up: so a gate is told from an up.
  kernel: ({ size, answer }) => ({
    size,
    arrays: { in: input(size.rows * 2 * size.d, 2, "each-once"), out: output(size.rows * size.d, 2) },
    steps: [
      load("in", { name: "gate", index: exported(answer, "gate"), elementsPerLane: VECTOR, register: "gate" }),
      load("in", { name: "up", index: exported(answer, "up"), elementsPerLane: VECTOR, register: "up" }),
      combine("gate", "gate"),
      combine("gate", "up"),
      store("out", { name: "write", index: exported(answer, "write"), elementsPerLane: VECTOR, register: "gate" }),
    ],
  }),
  expected: ({ d }) => ({
    out: (elementIndex) => {
      const column = elementIndex % d;
      const gate = 2 * (elementIndex - column) + column;
      return { sumOf: [gate, gate, gate + d] };
    },
  }),
  checks: [
    inBounds({ points: 2 }),
    everyElement({ points: 3 }),
    writtenOnce({ points: 2 }),
    readOnce({ points: 2 }),
    sectorsPerRequest({ access: "gate", atMost: wholeWarps, points: 2 }),
    sectorsPerRequest({ access: "up", atMost: wholeWarps, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: wholeWarps, points: 2 }),
  ],
  hints: [
    "Draw two rows of `in` after one another: gates, ups, gates, ups. How many elements lie from the beginning of one row to that of the next? And in `out`?",
    "One and the same column serves all three: 8 times the number of the thread along x. What must be added to it differs.",
    "gate: blockIdx.y * 2 * d + column, up: d more, write: blockIdx.y * d + column, with column = 8 * (blockIdx.x * blockDim.x + threadIdx.x); null from d on.",
  ],
  wrong: {
    "block-as-fastest": {
      fails: ["gate-sectors", "up-sectors", "write-sectors"],
      says: "Lanes 0 and 1 differ in threadIdx.x alone. How many vectors lie between theirs, and which warps fetch those?",
    },
    "pairs-of-vectors": {
      fails: ["every-element"],
      says: "You take gates and ups in turn, vector by vector. In which order does a row hold them?",
    },
    "all-gates-first": {
      fails: ["every-element"],
      says: "Do all the gates of the matrix come before all of its ups, or does each row have its own?",
    },
    "columns-past-the-half": {
      fails: ["in-bounds", "every-element", "written-once", "read-once"],
      says: "A row of 200 gates is 25 vectors, and there are 64 threads for it. What do threads 25 to 63 take for gates?",
    },
    "halves-swapped": {
      fails: ["every-element"],
      says: "Which half of the row goes through SiLU: the first or the second?",
    },
  },
});
