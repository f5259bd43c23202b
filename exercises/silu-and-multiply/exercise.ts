import { combine, input, learnerFunction, learnerLoad, learnerStore, output, overItems, sectorsPerRequest, growing } from "#kit";

/** Rows of `in` hold d gates and then d ups; rows of `out` hold d elements. d is a multiple of 8. */
type Activation = { readonly rows: number; readonly d: number };

/** 16-bit elements that a lane moves at once. */
const VECTOR = 8;

/** Sectors per request in the cases where the vectors of a row fill whole warps. */
const wholeWarps = { small: 16, "full-size": 16 };

export default overItems<Activation>({
  id: "silu-and-multiply",
  title: "SiLU and multiply",
  summary: "A gated layer of a language model: each row holds two halves that combine into one. Load both of them with wide vectors.",
  part: 5,
  concepts: ["coalescing", "vector load", "alignment", "sector"],
  difficulty: 2,
  minutes: 12,
  exports: [
    learnerFunction("gate(thread, size) gives the first of the 8 elements of `in` that the thread takes as gates, or null."),
    learnerFunction("up(thread, size) gives the first of the 8 elements of `in` that it multiplies them by, or null."),
    learnerFunction("write(thread, size) gives the first of the 8 elements of `out` that it stores, or null."),
  ],
  items: ({ rows, d }) => [d / VECTOR, rows],
  cases: [
    { id: "small", title: "3 rows, d = 512, two blocks of 32 per row", size: { rows: 3, d: 512 }, threads: 32 },
    { id: "ragged", title: "5 rows, d = 200, one block of 64 per row", size: { rows: 5, d: 200 }, threads: 64 },
    { id: "full-size", title: "240 rows, d = 11,008", size: { rows: 240, d: 11008 }, threads: 128, fullSize: true },
  ],
  larger: growing("rows"),
  hidden: (draw) => ({ size: { rows: draw.between(2, 9), d: VECTOR * draw.between(10, 200) }, threads: 32 * draw.between(1, 4) }),
  // The gate is added twice, as it occurs twice in gate * sigmoid(gate) * up. So an answer cannot swap gate and up.
  kernel: ({ size, answer }) => ({
    size,
    arrays: { in: input(size.rows * 2 * size.d, 2, "each-once"), out: output(size.rows * size.d, 2) },
    steps: [
      learnerLoad(answer, "in", "gate", { elementsPerLane: VECTOR, register: "gate" }),
      learnerLoad(answer, "in", "up", { elementsPerLane: VECTOR, register: "up" }),
      combine("gate", "gate"),
      combine("gate", "up"),
      learnerStore(answer, "out", "write", { elementsPerLane: VECTOR, register: "gate" }),
    ],
  }),
  expected: ({ d }) => ({
    out: (elementIndex) => {
      const column = elementIndex % d;
      const gate = 2 * (elementIndex - column) + column;
      return { sumOf: [gate, gate, gate + d] };
    },
  }),
  correctness: { inBounds: 2, everyElement: 3, writtenOnce: 2, readOnce: 2 },
  checks: ["gate", "up", "write"].map((access) => sectorsPerRequest({ access, atMost: wholeWarps, points: 2 })),
  starterPasses: ["written-once"],
  hints: [
    "Draw two rows of `in`, one after the other: gates, ups, gates, ups. How many elements is it from the beginning of one row to the beginning of the next? And in `out`?",
    "The same column works for all three: 8 times the thread's number along x. Only what you add to it differs.",
    "gate: blockIdx.y * 2 * d + column, up: d more, write: blockIdx.y * d + column, with column = 8 * (blockIdx.x * blockDim.x + threadIdx.x); null from d on.",
  ],
  wrong: {
    "block-as-fastest": {
      fails: ["gate-sectors", "up-sectors", "write-sectors"],
      says: "Lanes 0 and 1 differ only in threadIdx.x. How many vectors lie between theirs, and which warps fetch those?",
    },
    "pairs-of-vectors": {
      fails: ["every-element"],
      says: "You take gates and ups alternately, vector by vector. In which order does a row hold them?",
    },
    "all-gates-first": {
      fails: ["every-element"],
      says: "Do all the gates of the matrix come before all of its ups, or does each row have its own?",
    },
    "columns-past-the-half": {
      fails: ["in-bounds", "every-element", "written-once", "read-once"],
      says: "A row of 200 gates is 25 vectors, and there are 64 threads for it. What do threads 25 to 63 take as gates?",
    },
    "halves-swapped": {
      fails: ["every-element"],
      says: "Which half of the row goes through SiLU: the first or the second?",
    },
  },
});
