import {
  bankConflicts,
  barrier,
  combine,
  defineExercise,
  everyElement,
  exported,
  exportedNumber,
  inBounds,
  input,
  launchOver,
  load,
  move,
  noRace,
  output,
  repeat,
  sharedBytes,
  store,
  tile,
  writtenOnce,
} from "#kit";

/** Extents of the output, and of `right`; those of `left` are exchanged. */
type Matrix = { readonly rows: number; readonly columns: number };

const TILE = 32;
const WARPS = 8;
const WORD_BYTES = 4;
/** One tile as it is, and one with a word of padding a row. */
const BUDGET_BYTES = TILE * (TILE + (TILE + 1)) * WORD_BYTES;

function launchTiles({ rows, columns }: Matrix) {
  return launchOver([columns, Math.ceil(rows / TILE) * WARPS], [TILE, WARPS]);
}

const oneTile = { rows: 32, columns: 32 };
const ragged = { rows: 45, columns: 70 };
const fullSize = { rows: 512, columns: 256 };

export default defineExercise<Matrix>({
  id: "two-tiles",
  title: "Two tiles, one budget",
  summary:
    "One tile is read down its columns, the other along its rows, and both live in one piece of shared memory. Which of them earns the padding?",
  part: 2,
  concepts: ["shared memory", "bank conflict", "padding", "tiling"],
  difficulty: 3,
  minutes: 20,
  points: 42,
  exports: [
    { name: "words", kind: "number", description: "words is the number of words of shared memory that a block takes.", range: [1, 8192] },
    {
      name: "leftWord",
      kind: "function",
      description: "leftWord(row, column) gives the word of shared memory for that element of the left tile.",
    },
    {
      name: "rightWord",
      kind: "function",
      description: "rightWord(row, column) gives the word of shared memory for that element of the right tile.",
    },
  ],
  cases: [
    { id: "one-tile", title: "32 × 32, one block", size: oneTile, launch: launchTiles(oneTile) },
    { id: "ragged", title: "45 × 70, blocks that overhang", size: ragged, launch: launchTiles(ragged) },
    { id: "full-size", title: "512 × 256", size: fullSize, launch: launchTiles(fullSize), fullSize: true },
  ],
  // Never a square, in which rows and columns could change places unseen.
  hidden: (draw) => {
    const [shorter, longer] = [draw.between(5, 40), draw.between(41, 80)];
    const size = draw.oneOf([
      { rows: shorter, columns: longer },
      { rows: longer, columns: shorter },
    ]);
    return { size, launch: launchTiles(size) };
  },
  kernel: ({ size, answer }) => {
    const { rows, columns } = size;
    const leftWord = exported(answer, "leftWord");
    const rightWord = exported(answer, "rightWord");
    const leftElement = ({ threadIdx, blockIdx }: Thread, pass: number): number | null => {
      const row = blockIdx.x * TILE + threadIdx.y + WARPS * pass;
      const column = blockIdx.y * TILE + threadIdx.x;
      return row < columns && column < rows ? row * rows + column : null;
    };
    const rightElement = ({ threadIdx, blockIdx }: Thread, pass: number): number | null => {
      const row = blockIdx.y * TILE + threadIdx.y + WARPS * pass;
      const column = blockIdx.x * TILE + threadIdx.x;
      return row < rows && column < columns ? row * columns + column : null;
    };
    return {
      size,
      arrays: {
        left: input(rows * columns),
        right: input(rows * columns),
        shared: tile(exportedNumber(answer, "words")),
        out: output(rows * columns),
      },
      steps: [
        repeat(
          TILE / WARPS,
          move(
            load("left", { name: "read-left", index: (thread: Thread, _size: Matrix, pass: number) => leftElement(thread, pass) }),
            store("shared", {
              name: "store-left",
              index: ({ threadIdx }: Thread, _size: Matrix, pass: number) => leftWord(threadIdx.y + WARPS * pass, threadIdx.x),
            }),
          ),
          move(
            load("right", { name: "read-right", index: (thread: Thread, _size: Matrix, pass: number) => rightElement(thread, pass) }),
            store("shared", {
              name: "store-right",
              index: ({ threadIdx }: Thread, _size: Matrix, pass: number) => rightWord(threadIdx.y + WARPS * pass, threadIdx.x),
            }),
          ),
        ),
        barrier,
        repeat(
          TILE / WARPS,
          load("shared", {
            name: "load-left",
            register: "sum",
            index: (thread: Thread, _size: Matrix, pass: number) =>
              rightElement(thread, pass) === null ? null : leftWord(thread.threadIdx.x, thread.threadIdx.y + WARPS * pass),
          }),
          load("shared", {
            name: "load-right",
            register: "addend",
            index: (thread: Thread, _size: Matrix, pass: number) =>
              rightElement(thread, pass) === null ? null : rightWord(thread.threadIdx.y + WARPS * pass, thread.threadIdx.x),
          }),
          combine("sum", "addend"),
          store("out", {
            name: "write",
            register: "sum",
            index: (thread: Thread, _size: Matrix, pass: number) => rightElement(thread, pass),
          }),
        ),
      ],
    };
  },
  expected: ({ rows, columns }) => ({
    out: (elementIndex) => {
      const column = elementIndex % columns;
      const row = (elementIndex - column) / columns;
      return {
        sumOf: [
          { array: "left", elementIndex: column * rows + row },
          { array: "right", elementIndex },
        ],
      };
    },
  }),
  checks: [
    inBounds({ points: 1 }),
    everyElement({ points: 2 }),
    writtenOnce({ points: 1 }),
    noRace({ points: 1 }),
    bankConflicts({ access: "store-left", atMost: 0, points: 1 }),
    bankConflicts({ access: "load-left", atMost: 0, points: 3 }),
    bankConflicts({ access: "store-right", atMost: 0, points: 1 }),
    bankConflicts({ access: "load-right", atMost: 0, points: 3 }),
    sharedBytes({
      atMost: BUDGET_BYTES,
      points: 3,
      cases: ["one-tile"],
      looseBecause:
        "a swizzled left tile needs no padding at all; the budget leaves room for one padded tile, which is the choice to make here",
    }),
  ],
  hints: [
    "For each of the four accesses to shared memory: does a warp walk along a row of its tile, or down a column?",
    "Only one access walks down a column. Rows of 32 words are good enough for the tile that is never read that way.",
    "The left tile takes 32 rows of 33 words, the right one 32 rows of 32. At which word may the right tile begin?",
    "words = 32 * 33 + 32 * 32; leftWord: row * 33 + column; rightWord: 32 * 33 + row * 32 + column.",
  ],
  wrong: {
    "pads-both": {
      fails: ["shared-bytes"],
      says: "Which access walks down a column of the right tile?",
    },
    "pads-the-wrong-one": {
      fails: ["load-left-conflicts"],
      says: "One tile is read along its rows, the other down its columns. Which of them did you pad?",
    },
    "pads-neither": {
      fails: ["load-left-conflicts"],
      says: "Lanes 0 and 1 load rows 0 and 1 of the left tile, in the same column. How many words lie between?",
    },
    "turns-both": {
      fails: ["store-left-conflicts", "store-right-conflicts", "load-right-conflicts"],
      says: "With both tiles lying column after column, which accesses now take a step of 32 words from lane to lane?",
    },
    "tiles-overlap": {
      fails: ["every-element", "no-race"],
      says: "What is the last word of the left tile now that its rows are longer, and where does the right tile begin?",
    },
  },
});
