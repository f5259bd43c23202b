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

type Matrix = { readonly rows: number; readonly columns: number };

const THREADS = [32, 8] as const;

/** Threads enough along both axes for the larger extent: the learner decides which axis walks along a row of `in`. */
function launchOverSquare({ rows, columns }: Matrix) {
  const side = Math.max(rows, columns);
  return launchOver([side, side], THREADS);
}

const small = { rows: 16, columns: 32 };
const ragged = { rows: 37, columns: 100 };
const tall = { rows: 90, columns: 64 };
const fullSize = { rows: 512, columns: 1024 };

export default defineExercise<Matrix>({
  id: "transpose-naive",
  title: "Transpose, the plain way",
  summary: "Each element of a matrix changes its row for its column. Get every index right first, and let the reads walk along rows.",
  part: 2,
  concepts: ["transpose", "coalescing", "row-major", "layout"],
  difficulty: 2,
  minutes: 10,
  points: 22,
  exports: [
    { name: "read", kind: "function", description: "read(thread, size) gives the element of `in` that the thread reads, or null." },
    { name: "write", kind: "function", description: "write(thread, size) gives the element of `out` that the thread writes, or null." },
  ],
  cases: [
    { id: "small", title: "16 × 32", size: small, launch: launchOverSquare(small) },
    { id: "ragged", title: "37 × 100, blocks that overhang", size: ragged, launch: launchOverSquare(ragged) },
    { id: "tall", title: "90 × 64, more rows than columns", size: tall, launch: launchOverSquare(tall) },
    { id: "full-size", title: "512 × 1024", size: fullSize, launch: launchOverSquare(fullSize), fullSize: true },
  ],
  // Never a square, in which rows and columns could change places unseen.
  hidden: (draw) => {
    const [shorter, longer] = [draw.between(5, 60), draw.between(61, 120)];
    const size = draw.oneOf([
      { rows: shorter, columns: longer },
      { rows: longer, columns: shorter },
    ]);
    return { size, launch: launchOverSquare(size) };
  },
  kernel: ({ size, answer }) => ({
    size,
    arrays: { in: input(size.rows * size.columns), out: output(size.rows * size.columns) },
    steps: [
      move(
        load("in", { name: "read", index: exported(answer, "read") }),
        store("out", { name: "write", index: exported(answer, "write") }),
      ),
    ],
  }),
  expected: ({ rows, columns }) => ({
    out: (elementIndex) => {
      const row = elementIndex % rows;
      return row * columns + (elementIndex - row) / rows;
    },
  }),
  checks: [
    inBounds({ points: 1 }),
    everyElement({ points: 2 }),
    writtenOnce({ points: 1 }),
    sectorsPerRequest({ access: "read", atMost: { small: 4, tall: 4, "full-size": 4 }, points: 2 }),
  ],
  hints: [
    "Give each thread a row and a column of `in`. Both of your functions can start from the same two numbers.",
    "How many rows has `out`, and how many elements does one of them hold?",
    "Neighbouring lanes differ in x, so x is the column of `in`. In `out` that same number is the row.",
    "read: row * columns + column. write: column * rows + row. Both null unless row < rows and column < columns.",
  ],
  wrong: {
    "keeps-the-pitch": {
      fails: ["in-bounds", "every-element", "written-once"],
      says: "The transposed matrix has other rows than `in`. How many elements does each of them hold?",
    },
    "walks-down-columns": {
      fails: ["read-sectors"],
      says: "Which of x and y changes from lane to lane, and what does your `read` multiply it by?",
    },
    "turns-both-sides": {
      fails: ["every-element"],
      says: "You turned the matrix as you read it, and again as you wrote it. What comes of turning twice?",
    },
    "swaps-the-guard": {
      fails: ["every-element"],
      says: "The row in your `write` is still a row of `in`. Which extent limits it?",
    },
  },
});
