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

/** Threads enough along both axes for the larger extent: the learner decides which axis walks along a row of `out`. */
function launchOverSquare({ rows, columns }: Matrix) {
  const side = Math.max(rows, columns);
  return launchOver([side, side], THREADS);
}

const small = { rows: 32, columns: 16 };
const ragged = { rows: 100, columns: 37 };
const wide = { rows: 64, columns: 90 };
const fullSize = { rows: 1024, columns: 512 };

export default defineExercise<Matrix>({
  id: "transpose-coalesced-write",
  title: "If one side must stride",
  summary: "The plain transpose reads along rows and writes down columns. Turn it round: the same sectors, and yet a faster kernel.",
  part: 2,
  concepts: ["transpose", "coalescing", "sector", "cache line"],
  difficulty: 2,
  minutes: 10,
  points: 22,
  exports: [
    { name: "read", kind: "function", description: "read(thread, size) gives the element of `in` that the thread reads, or null." },
    { name: "write", kind: "function", description: "write(thread, size) gives the element of `out` that the thread writes, or null." },
  ],
  cases: [
    { id: "small", title: "32 × 16", size: small, launch: launchOverSquare(small) },
    { id: "ragged", title: "100 × 37, blocks that overhang", size: ragged, launch: launchOverSquare(ragged) },
    { id: "wide", title: "64 × 90, more columns than rows", size: wide, launch: launchOverSquare(wide) },
    { id: "full-size", title: "1024 × 512", size: fullSize, launch: launchOverSquare(fullSize), fullSize: true },
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
    sectorsPerRequest({ access: "write", atMost: { small: 4, wide: 4, "full-size": 4 }, points: 2 }),
  ],
  hints: [
    "Neighbouring lanes differ in threadIdx.x. In `out`, do they have to differ in the row or in the column?",
    "Start from `out`: give each thread a row and a column of it. Which element of `in` belongs there?",
    "`out` has size.columns rows of size.rows elements, and the guard has to say so, too.",
    "With row from y and column from x, both of `out`: write row * rows + column, read column * columns + row; null unless row < columns and column < rows.",
  ],
  wrong: {
    "reads-along-rows": {
      fails: ["write-sectors"],
      says: "Two neighbouring lanes write. Do their elements lie in the same row of `out`?",
    },
    "guards-as-before": {
      fails: ["in-bounds", "every-element", "written-once"],
      says: "x now counts along a row of `out`. How many elements does such a row hold?",
    },
    "turns-one-side-only": {
      fails: ["every-element"],
      says: "Take one thread and follow it: which row and column of `in` does it read, and which of `out` does it write?",
    },
    "keeps-the-pitch": {
      fails: ["in-bounds", "every-element"],
      says: "You read down a column of `in`. How far is it from an element to the one below?",
    },
  },
});
