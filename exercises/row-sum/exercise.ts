import {
  USUAL_CORRECTNESS,
  bankConflicts,
  barrier,
  combine,
  defineExercise,
  exported,
  exportedNumber,
  input,
  launch,
  learnerFunction,
  learnerNumber,
  learnerStore,
  load,
  numberAtMost,
  output,
  repeat,
  sectors,
  sectorsPerRequest,
  tile,
  type AnswerFunction,
  type Matrix,
  growing,
  closure,
} from "#kit";

/** Lanes per warp, and so partial sums per row. */
const LANES = 32;

/** Rows per block: one per warp. */
const ROWS = 8;

const small = { rows: 16, columns: 64 };
const ragged = { rows: 21, columns: 125 };
const fullSize = { rows: 256, columns: 1024 };

const launchRows = ({ rows }: Matrix) => launch([Math.ceil(rows / ROWS)], [LANES, ROWS]);

/** `for each pass: if (index !== null) into += array[index];` The inner repeat, which runs once or not at all, is the `if`. */
function addUp(passes: number, into: string, array: string, name: string, index: AnswerFunction) {
  const value = `${into} addend`;
  return repeat(
    passes,
    repeat(
      closure(
        { index },
        ({ index }) =>
          (thread: Thread, size: Matrix, pass: number) =>
            index(thread, size, pass) === null ? 0 : 1,
      ),
      load(array, {
        name,
        register: value,
        index: closure(
          { index },
          ({ index }) =>
            (thread: Thread, size: Matrix, _once: number, pass: number) =>
              index(thread, size, pass),
        ),
      }),
      combine(into, value),
    ),
  );
}

export default defineExercise<Matrix>({
  id: "row-sum",
  title: "Row sums, one warp per row",
  summary:
    "With one thread per row, a warp wastes most of every sector. Give each row to a warp, and add its 32 partial sums without a bank conflict.",
  part: 5,
  concepts: ["coalescing", "reduction", "shared memory", "bank conflict", "padding", "barrier"],
  difficulty: 4,
  minutes: 25,
  exports: [
    learnerNumber("pitch is the number of words of shared memory that the partial sums of a row take.", [1, 1024]),
    learnerFunction("read(thread, size, pass) gives the element of `in` that the thread adds in the pass, or null to add nothing."),
    learnerFunction("toPartials(thread, size) gives the word of `partials` that the thread stores its sum in, or null."),
    learnerFunction(
      "fromPartials(thread, size, pass) gives the word of `partials` that the thread adds in pass 0 to 31, or null to add nothing.",
    ),
    learnerFunction("write(thread, size) gives the element of `out` that the thread stores its total in, or null."),
  ],
  launch: launchRows,
  cases: [
    { id: "small", title: "16 × 64, two blocks of 32 × 8 threads", size: small },
    { id: "ragged", title: "21 × 125, three blocks", size: ragged },
    { id: "full-size", title: "256 × 1,024", size: fullSize, fullSize: true },
  ],
  // Whether lanes take neighbouring elements or one piece of the row each, each lane has something to add.
  larger: growing("rows"),
  hidden: (draw) => {
    const passes = draw.between(2, 5);
    const size = { rows: draw.between(9, 24), columns: LANES * passes - draw.between(0, passes - 1) };
    return { size };
  },
  kernel: ({ size, answer }) => ({
    size,
    arrays: {
      in: input(size.rows * size.columns, 4, "each-once"),
      partials: tile(ROWS * exportedNumber(answer, "pitch")),
      out: output(size.rows),
    },
    steps: [
      addUp(Math.ceil(size.columns / LANES), "sum", "in", "read", exported(answer, "read")),
      learnerStore(answer, "partials", "toPartials", { register: "sum" }),
      barrier,
      addUp(LANES, "total", "partials", "fromPartials", exported(answer, "fromPartials")),
      learnerStore(answer, "out", "write", { register: "total" }),
    ],
  }),
  expected: ({ columns }) => ({
    out: (row) => ({ sumOf: Array.from({ length: columns }, (_, column) => row * columns + column) }),
  }),
  correctness: { ...USUAL_CORRECTNESS, noRace: 1, readOnce: 1 },
  checks: [
    sectorsPerRequest({ access: "read", atMost: { small: 4, "full-size": 4 }, points: 2 }),
    bankConflicts({ access: "toPartials", atMost: 0, points: 2 }),
    bankConflicts({ access: "fromPartials", atMost: 0, points: 2 }),
    sectors({ access: "write", atMost: ({ rows }: Matrix) => Math.ceil(rows / ROWS), points: 2 }),
    numberAtMost("pitch", LANES + 1, "words", { points: 2, cases: ["small"] }),
  ],
  starterPasses: ["in-bounds", "written-once", "no-race"],
  hints: [
    "blockIdx.x * 8 + threadIdx.y is the row of a warp. Its 32 lanes read 32 neighbours in each pass: how far on does the next pass begin?",
    "After the barrier, a block holds 8 × 32 partial sums. Eight lanes of one warp are enough to add them, one row each, and their eight totals lie in one sector.",
    "The eight lanes are at the same place in different rows of `partials`. With rows of 32 words, which banks are those? And with rows of 33?",
    "read: row * columns + pass * 32 + threadIdx.x. toPartials: threadIdx.y * 33 + threadIdx.x. fromPartials, where threadIdx.y is 0 and threadIdx.x below 8: threadIdx.x * 33 + pass. Guard rows everywhere, and columns in `read`.",
  ],
  wrong: {
    "a-piece-a-lane": {
      fails: ["read-sectors"],
      says: "Each lane has its own piece of the row. How far apart are lanes 0 and 1 in one pass?",
    },
    "no-padding": {
      fails: ["fromPartials-conflicts"],
      says: "Lanes 0 and 1 take the first partial sums of rows 0 and 1, 32 words apart. Which banks are they in?",
    },
    "moves-the-conflict": {
      fails: ["toPartials-conflicts"],
      says: "Eight lanes now read neighbouring words. With what stride do the 32 lanes store?",
    },
    "pads-by-a-vector": {
      fails: ["pitch-budget"],
      says: "Four more words in every row keep the banks apart. How many would be enough?",
    },
    "a-lane-of-each-warp": {
      fails: ["write-total-sectors"],
      says: "The first lane of each of eight warps writes one total. How many requests is that, and how many of the sector's floats does each of them use?",
    },
    "guards-the-row-only": {
      fails: ["in-bounds", "every-element", "read-once"],
      says: "A row has 125 columns, and four passes take 128. Whose elements are the last 3?",
    },
  },
});
