import {
  type Batch,
  defineExercise,
  input,
  kernelSectors,
  launchOverEitherAxis,
  learnerFunction,
  learnerLoad,
  learnerStore,
  move,
  neverSquare,
  output,
  sameElement,
  sectorsPerRequest,
  step,
  growing,
} from "#kit";

const length = ({ matrices, rows, columns }: Batch) => matrices * rows * columns;

const ragged = { matrices: 3, rows: 20, columns: 40 };

export default defineExercise<Batch>({
  id: "fix-the-column-walk",
  title: "Fix the column walk",
  summary: "A batch of matrices, blocks of 16 × 16 threads, and a kernel that's correct but slow: decide which thread should take what.",
  part: 2,
  concepts: ["coalescing", "sector", "row-major", "warp"],
  difficulty: 2,
  minutes: 8,
  exports: [
    learnerFunction("element(thread, size) gives the element that the thread copies, counted from the start of the batch, or null."),
  ],
  // A warp is two rows of a block. There are enough blocks for either choice of axes.
  launch: (batch) => launchOverEitherAxis(batch, [16, 16]),
  cases: [
    { id: "two-matrices", title: "2 matrices of 16 × 32", size: { matrices: 2, rows: 16, columns: 32 } },
    { id: "ragged", title: "3 matrices of 20 × 40, blocks that overhang", size: ragged },
    { id: "full-size", title: "4 matrices of 256 × 512", size: { matrices: 4, rows: 256, columns: 512 }, fullSize: true },
  ],
  larger: growing("matrices"),
  hidden: (draw) => {
    const matrix = neverSquare(draw, draw.between(17, 33), draw.between(34, 60));
    return { size: { matrices: draw.between(2, 5), ...matrix } };
  },
  kernel: ({ size, answer }) => ({
    size,
    arrays: { in: input(length(size)), out: output(length(size)) },
    steps: [
      move(learnerLoad(answer, "in", "read", { function: "element" }), learnerStore(answer, "out", "write", { function: "element" })),
    ],
  }),
  expected: sameElement,
  correctness: { inBounds: 1, everyElement: 2, writtenOnce: 1 },
  checks: [
    step(sectorsPerRequest({ access: "read", atMost: { "two-matrices": 8, "full-size": 8 }, points: 1 })),
    step(sectorsPerRequest({ access: "write", atMost: { "two-matrices": 8, "full-size": 8 }, points: 1 })),
    // Elsewhere a row may begin inside a sector, and a warp has 16 elements of each of two rows.
    sectorsPerRequest({ access: "read", atMost: { "two-matrices": 4, "full-size": 4 }, elsewhere: 6, points: 3 }),
    sectorsPerRequest({ access: "write", atMost: { "two-matrices": 4, "full-size": 4 }, elsewhere: 6, points: 3 }),
    kernelSectors({
      atMost: { ragged: (2 * length(ragged)) / 8 },
      elsewhere: ({ matrices, rows, columns }: Batch) => 2 * matrices * rows * 3 * Math.ceil(columns / 16),
      points: 1,
    }),
  ],
  starterPasses: ["in-bounds", "every-element", "written-once"],
  hints: [
    "Threads of a block are numbered with x fastest, and a warp is 32 of them in a row. Which threadIdx.x and threadIdx.y does lane 15 have? And lane 16?",
    "A warp is two rows of the block: x runs from 0 to 15, twice. Sixteen neighbouring elements of a row fill two sectors. So what should x count?",
    "Let x (threadIdx.x and blockIdx.x) be the column, and y the row. The matrix is blockIdx.z, and stays the slowest of the three.",
  ],
  wrong: {
    "walks-down-columns": {
      fails: ["read-sectors-step", "write-sectors-step", "read-sectors", "write-sectors", "kernel-sectors"],
      says: "Lanes 0 and 1 differ only in threadIdx.x. Does that put them in the same row, or in the same column?",
    },
    "moves-the-blocks-only": {
      fails: ["read-sectors-step", "write-sectors-step", "read-sectors", "write-sectors", "kernel-sectors"],
      says: "The blocks are now side by side along the rows. But within one warp, what does threadIdx.x still count?",
    },
    "matrix-as-fastest": {
      fails: ["read-sectors-step", "write-sectors-step", "read-sectors", "write-sectors", "kernel-sectors"],
      says: "With the matrix as the fastest index, how many elements apart are lanes 0 and 1?",
    },
    "square-pitch": {
      fails: ["in-bounds", "every-element"],
      says: "How many elements does one matrix have? Is it columns × columns?",
    },
    "guards-one-axis": {
      fails: ["in-bounds", "written-once"],
      says: "There are enough blocks for either choice of axes. What keeps a thread whose row is past the last one out of the next matrix?",
    },
  },
});
