import {
  type Matrix,
  defineExercise,
  input,
  launchOverEitherAxis,
  learnerFunction,
  learnerLoad,
  learnerStore,
  move,
  neverSquare,
  output,
  sameElement,
  sectorsPerRequest,
  growingMatrix,
} from "#kit";

export default defineExercise<Matrix>({
  id: "row-walk",
  title: "Walk along the row",
  summary: "A matrix, two-dimensional blocks, and one question: which of x and y must move along a row?",
  part: 1,
  concepts: ["coalescing", "row-major", "warp"],
  difficulty: 1,
  minutes: 8,
  exports: [
    learnerFunction("element(thread, size) gives the element of the matrix that the thread copies, counted along the rows, or null."),
  ],
  // Enough threads for either choice of the axis that walks along a row.
  launch: (matrix) => launchOverEitherAxis(matrix, [32, 8]),
  cases: [
    { id: "small", title: "a matrix of 16 × 64", size: { rows: 16, columns: 64 } },
    { id: "ragged", title: "a matrix of 37 × 100", size: { rows: 37, columns: 100 } },
    { id: "full-size", title: "a matrix of 1,024 × 1,024", size: { rows: 1024, columns: 1024 }, fullSize: true },
  ],
  larger: growingMatrix,
  hidden: (draw) => ({ size: neverSquare(draw) }),
  kernel: ({ size, answer }) => ({
    size,
    arrays: { in: input(size.rows * size.columns), out: output(size.rows * size.columns) },
    steps: [
      move(learnerLoad(answer, "in", "read", { function: "element" }), learnerStore(answer, "out", "write", { function: "element" })),
    ],
  }),
  expected: sameElement,
  correctness: { inBounds: 1, everyElement: 2, writtenOnce: 1 },
  checks: [
    sectorsPerRequest({ access: "read", atMost: { small: 4, "full-size": 4 }, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: { small: 4, "full-size": 4 }, points: 2 }),
  ],
  starterPasses: ["in-bounds"],
  hints: [
    "A matrix in C lies row after row. From one element to the next of the same row, how far is it? And to the next of the same column?",
    "The 32 lanes of a warp have the same threadIdx.y and 32 different threadIdx.x. Which of those two should give the column?",
    "column = blockIdx.x * blockDim.x + threadIdx.x, row the same with y, element = row * columns + column; null when the row or the column is outside.",
  ],
  wrong: {
    "walks-down-columns": {
      fails: ["read-sectors", "write-sectors"],
      says: "Which of x and y changes from lane to lane, and is that the row or the column in your index?",
    },
    "rows-as-pitch": {
      fails: ["every-element", "written-once"],
      says: "How far is it from an element to the one below it: as many elements as there are rows, or as there are columns?",
    },
    "guards-the-index-only": {
      fails: ["written-once"],
      says: "A column past the end of its row: is row * columns + column past the end of the matrix as well?",
    },
    "column-by-column": {
      fails: ["read-sectors", "write-sectors"],
      says: "Row and column have changed places in your index. Which element lies next to element 0 in memory: the one to its right, or the one below it?",
    },
  },
});
