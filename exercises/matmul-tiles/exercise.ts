import {
  USUAL_CORRECTNESS,
  bankConflicts,
  barrier,
  defineExercise,
  eitherWayRound,
  exported,
  input,
  launchOver,
  learnerFunction,
  learnerLoad,
  learnerStore,
  load,
  move,
  multiplyAdd,
  output,
  repeat,
  sectorsPerRequest,
  store,
  tile,
  growing,
  closure,
  type AnswerFunction,
} from "#kit";

/** C = A · B, with A of `rows` × `inner` and B of `inner` × `columns`. */
type Product = { readonly rows: number; readonly columns: number; readonly inner: number };

/** Rows and columns of a tile, and threads of a block along each axis. */
const TILE = 32;

const small = { rows: 32, columns: 32, inner: 64 };
const wide = { rows: 32, columns: 96, inner: 32 };
const ragged = { rows: 40, columns: 50, inner: 45 };
const fullSize = { rows: 128, columns: 128, inner: 64 };

const launchTiles = ({ rows, columns }: Product) => launchOver([columns, rows], [TILE, TILE]);
const wholeTiles = { small: 4, wide: 4, "full-size": 4 };

export default defineExercise<Product>({
  id: "matmul-tiles",
  title: "Tiles of a matrix product",
  summary:
    "Bring a tile of A and a tile of B into shared memory with coalesced loads, and read both 32 times without a single bank conflict.",
  part: 4,
  concepts: ["tiling", "coalescing", "shared memory", "bank conflict", "multicast", "barrier"],
  difficulty: 4,
  minutes: 30,
  exports: [
    learnerFunction("readA(thread, size, step) gives the element of `a` that the thread loads in this step, or null."),
    learnerFunction("toA(thread, size, step) gives the word of `tileA` that it goes to, or null."),
    learnerFunction("readB(thread, size, step) gives the element of `b` that the thread loads in this step, or null."),
    learnerFunction("toB(thread, size, step) gives the word of `tileB` that it goes to, or null."),
    learnerFunction("fromA(thread, size, k) gives the word of `tileA` for term k, 0 to 31, of the thread's sum."),
    learnerFunction("fromB(thread, size, k) gives the word of `tileB` for term k of the thread's sum."),
    learnerFunction("write(thread, size) gives the element of `c` that the thread stores its sum in, or null."),
  ],
  launch: launchTiles,
  cases: [
    { id: "small", title: "32 × 64 by 64 × 32, one block, two steps", size: small },
    { id: "wide", title: "32 × 32 by 32 × 96, three blocks", size: wide },
    { id: "ragged", title: "40 × 45 by 45 × 50, tiles that overhang", size: ragged },
    { id: "full-size", title: "128 × 64 by 64 × 128", size: fullSize, fullSize: true },
  ],
  larger: growing("rows"),
  hidden: (draw) => {
    const [rows, columns] = eitherWayRound(draw, draw.between(5, 20), draw.between(33, 50));
    const size = { rows, columns, inner: draw.between(33, 50) };
    return { size };
  },
  kernel: ({ size, answer }) => {
    const fromA = exported(answer, "fromA");
    const fromB = exported(answer, "fromB");
    const write = exported(answer, "write");
    /** A thread without an element of c computes nothing. */
    const ofElement = (from: AnswerFunction) =>
      closure(
        { write, from },
        ({ write, from }) =>
          (thread: Thread, size: Product, k: number) =>
            write(thread, size, 0, 0) === null ? null : from(thread, size, k, 0),
      );
    return {
      size,
      arrays: {
        a: input(size.rows * size.inner),
        b: input(size.inner * size.columns),
        tileA: tile(TILE * TILE),
        tileB: tile(TILE * TILE),
        c: output(size.rows * size.columns),
      },
      steps: [
        repeat(
          Math.ceil(size.inner / TILE),
          move(learnerLoad(answer, "a", "readA"), learnerStore(answer, "tileA", "toA")),
          move(learnerLoad(answer, "b", "readB"), learnerStore(answer, "tileB", "toB")),
          barrier,
          // The last tile may have fewer terms. A thread without an element of c computes no sum.
          repeat(
            closure(
              { TILE },
              ({ TILE }) =>
                (_thread: Thread, { inner }: Product, step: number) =>
                  Math.min(TILE, inner - step * TILE),
            ),
            load("tileA", {
              name: "fromA",
              index: ofElement(fromA),
              register: "a",
            }),
            load("tileB", {
              name: "fromB",
              index: ofElement(fromB),
              register: "b",
            }),
            multiplyAdd("sum", "a", "b"),
          ),
          barrier,
        ),
        store("c", { name: "write", index: write, register: "sum" }),
      ],
    };
  },
  expected: ({ columns, inner }) => ({
    c: (elementIndex) => {
      const column = elementIndex % columns;
      const row = (elementIndex - column) / columns;
      const sumOf = Array.from({ length: inner }, (_, k) => ({
        productOf: [
          { array: "a", elementIndex: row * inner + k },
          { array: "b", elementIndex: k * columns + column },
        ] as const,
      }));
      return { sumOf };
    },
  }),
  correctness: { ...USUAL_CORRECTNESS, noRace: 1 },
  checks: [
    sectorsPerRequest({ access: "readA", atMost: wholeTiles, points: 2 }),
    sectorsPerRequest({ access: "readB", atMost: wholeTiles, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: wholeTiles, points: 2 }),
    bankConflicts({ access: "toA", atMost: 0, points: 1 }),
    bankConflicts({ access: "toB", atMost: 0, points: 1 }),
    bankConflicts({ access: "fromA", atMost: 0, points: 2 }),
    bankConflicts({ access: "fromB", atMost: 0, points: 3 }),
  ],
  starterPasses: ["in-bounds", "written-once", "no-race"],
  hints: [
    "In global memory, let `threadIdx.x` always be the column: in A, in B and in C. From step to step, does the tile of B move along B's rows or down its columns?",
    "In step s the block needs 32 columns of A from 32 · s on, in its own rows, and 32 rows of B from 32 · s on, in its own columns. Each thread brings one element of each.",
    "Thread (x, y) adds up tileA(y, k) · tileB(k, x). A warp has one y and 32 values of x: how many words of tileA does it ask for, and where are the words of tileB?",
    "readA: row blockIdx.y * 32 + y, column step * 32 + x. readB: row step * 32 + y, column blockIdx.x * 32 + x. toA and toB: y * 32 + x. fromA: y * 32 + k. fromB: k * 32 + x.",
  ],
  wrong: {
    "x-as-row": {
      fails: ["readA-sectors", "readB-sectors", "write-sectors", "toA-conflicts", "toB-conflicts", "fromA-conflicts"],
      says: "The lanes of a warp differ in threadIdx.x. So in your kernel, do they take 32 columns of one row, or 32 rows?",
    },
    "turns-the-tile-of-b": {
      fails: ["toB-conflicts", "fromB-conflicts"],
      says: "Global memory couldn’t be used better. You store B's tile transposed, because its columns are needed. But what needs a column: one lane, term after term, or the warp, in one request?",
    },
    "loads-b-by-columns": {
      fails: ["readB-sectors", "fromB-conflicts"],
      says: "A thread multiplies by a column of B. Does it have to load that column itself, or can the block bring the tile in together?",
    },
    "stays-at-the-first-tile": {
      fails: ["every-element"],
      says: "Which of your indexes depends on step? What does the tile hold in step 1?",
    },
    "guards-with-c": {
      fails: ["in-bounds", "every-element"],
      says: "A thread without an element of C may still have an element of A or B to bring. Which extents does each of the two loads have to stay within?",
    },
    "reads-a-by-columns": {
      fails: ["every-element"],
      says: "Lane x reads from row x of A, and its word is used as column x. Which of row and column does threadIdx.x stand for in `readA`?",
    },
    "turns-b-on-the-way-in": {
      fails: ["every-element"],
      says: "`toB` puts row y, column x of B in word x * 32 + y. Where does `fromB` look for it?",
    },
    "row-of-tiles-for-b": {
      fails: ["every-element"],
      says: "The block has 32 columns of C. Which columns of B do they need, and does blockIdx.x or blockIdx.y say so?",
    },
    "reads-b-by-columns": {
      fails: ["every-element"],
      says: "Lane x reads from row x of B, and its word is used as column x. Which of row and column does threadIdx.x stand for in `readB`?",
    },
  },
});
