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

/** Threads enough along both axes for the larger extent: the learner decides which axis walks along a row. */
function launchOverSquare({ rows, columns }: Matrix) {
  const side = Math.max(rows, columns);
  return launchOver([side, side], THREADS);
}

const small = { rows: 16, columns: 64 };
const ragged = { rows: 37, columns: 100 };
const fullSize = { rows: 1024, columns: 1024 };

export default defineExercise<Matrix>({
  id: "row-walk",
  title: "Walk along the row",
  summary: "A matrix, two-dimensional blocks, and one question: which of x and y must move along a row?",
  part: 1,
  concepts: ["coalescing", "row-major", "warp"],
  difficulty: 1,
  minutes: 8,
  points: 20,
  exports: [
    {
      name: "element",
      kind: "function",
      description: "element(thread, size) gives the element of the matrix that the thread copies, counted along the rows, or null.",
    },
  ],
  cases: [
    { id: "small", title: "a matrix of 16 × 64", size: small, launch: launchOverSquare(small) },
    { id: "ragged", title: "a matrix of 37 × 100", size: ragged, launch: launchOverSquare(ragged) },
    { id: "full-size", title: "a matrix of 1024 × 1024", size: fullSize, launch: launchOverSquare(fullSize), fullSize: true },
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
        load("in", { name: "read", index: exported(answer, "element") }),
        store("out", { name: "write", index: exported(answer, "element") }),
      ),
    ],
  }),
  expected: () => ({ out: (elementIndex) => elementIndex }),
  checks: [
    inBounds({ points: 1 }),
    everyElement({ points: 2 }),
    writtenOnce({ points: 1 }),
    sectorsPerRequest({ access: "read", atMost: { small: 4, "full-size": 4 }, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: { small: 4, "full-size": 4 }, points: 2 }),
  ],
  hints: [
    "A matrix in C lies row after row. From one element to the next of the same row, how far is it? And to the next of the same column?",
    "The 32 lanes of a warp have the same threadIdx.y and 32 different threadIdx.x. Which of the two should be the column?",
    "column = blockIdx.x * blockDim.x + threadIdx.x, row likewise with y, element = row * size.columns + column; null when the row or the column is outside.",
  ],
  wrong: {
    "walks-down-columns": {
      fails: ["read-sectors", "write-sectors"],
      says: "Which of x and y changes from lane to lane, and is that the row or the column in your index?",
    },
    "rows-as-pitch": {
      fails: ["every-element", "written-once"],
      says: "How many elements lie between an element and the one below it: as many as there are rows, or columns?",
    },
    "guards-the-index-only": {
      fails: ["written-once"],
      says: "A column past the end of its row: is row * columns + column past the end of the matrix, too?",
    },
  },
});
