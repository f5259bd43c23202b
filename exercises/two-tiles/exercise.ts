import {
  type Matrix,
  bankConflicts,
  barrier,
  combine,
  defineExercise,
  exported,
  exportedNumber,
  input,
  launchOver,
  learnerFunction,
  learnerNumber,
  load,
  move,
  neverSquare,
  output,
  repeat,
  sharedBytes,
  store,
  tile,
  transposed,
  growingMatrix,
  closure,
} from "#kit";

const TILE = 32;
const WARPS = 8;
/** One tile without padding, and one with a word of padding per row. */
const BUDGET_WORDS = TILE * TILE + TILE * (TILE + 1);

export default defineExercise<Matrix>({
  id: "two-tiles",
  title: "Two tiles, one budget",
  summary:
    "One tile is read down its columns, the other along its rows, and both share one piece of shared memory. Which of them deserves the padding?",
  part: 2,
  concepts: ["shared memory", "bank conflict", "padding", "tiling"],
  difficulty: 3,
  minutes: 20,
  exports: [
    learnerNumber("words is the number of words of shared memory that a block uses.", [1, 8192]),
    learnerFunction("leftWord(row, column) gives the word of shared memory for that element of the left tile."),
    learnerFunction("rightWord(row, column) gives the word of shared memory for that element of the right tile."),
  ],
  // The extents are those of the output and of `right`; those of `left` are swapped.
  launch: ({ rows, columns }) => launchOver([columns, rows], [TILE, WARPS], [TILE, TILE]),
  cases: [
    { id: "one-tile", title: "32 × 32, one block", size: { rows: 32, columns: 32 } },
    { id: "ragged", title: "45 × 70, blocks that overhang", size: { rows: 45, columns: 70 } },
    { id: "full-size", title: "512 × 256", size: { rows: 512, columns: 256 }, fullSize: true },
  ],
  larger: growingMatrix,
  hidden: (draw) => ({ size: neverSquare(draw, draw.between(5, 40), draw.between(41, 80)) }),
  kernel: ({ size, answer }) => {
    const { rows, columns } = size;
    const leftWord = exported(answer, "leftWord");
    const rightWord = exported(answer, "rightWord");
    const given = { TILE, WARPS };
    const leftElement = closure(given, ({ TILE, WARPS }) => ({ threadIdx, blockIdx }: Thread, { rows, columns }: Matrix, pass: number) => {
      const row = blockIdx.x * TILE + threadIdx.y + WARPS * pass;
      const column = blockIdx.y * TILE + threadIdx.x;
      return row < columns && column < rows ? row * rows + column : null;
    });
    const rightElement = closure(given, ({ TILE, WARPS }) => ({ threadIdx, blockIdx }: Thread, { rows, columns }: Matrix, pass: number) => {
      const row = blockIdx.y * TILE + threadIdx.y + WARPS * pass;
      const column = blockIdx.x * TILE + threadIdx.x;
      return row < rows && column < columns ? row * columns + column : null;
    });
    const alongRow = (word: typeof leftWord) =>
      closure(
        { word, WARPS },
        ({ word, WARPS }) =>
          ({ threadIdx }: Thread, _size: Matrix, pass: number) =>
            word(threadIdx.y + WARPS * pass, threadIdx.x),
      );
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
          move(load("left", { name: "read-left", index: leftElement }), store("shared", { name: "store-left", index: alongRow(leftWord) })),
          move(
            load("right", { name: "read-right", index: rightElement }),
            store("shared", { name: "store-right", index: alongRow(rightWord) }),
          ),
        ),
        barrier,
        repeat(
          TILE / WARPS,
          load("shared", {
            name: "load-left",
            register: "sum",
            index: closure(
              { leftWord, rightElement, WARPS },
              ({ leftWord, rightElement, WARPS }) =>
                (thread: Thread, size: Matrix, pass: number) =>
                  rightElement(thread, size, pass) === null ? null : leftWord(thread.threadIdx.x, thread.threadIdx.y + WARPS * pass),
            ),
          }),
          load("shared", {
            name: "load-right",
            register: "addend",
            index: closure(
              { rightWord, rightElement, WARPS },
              ({ rightWord, rightElement, WARPS }) =>
                (thread: Thread, size: Matrix, pass: number) =>
                  rightElement(thread, size, pass) === null ? null : rightWord(thread.threadIdx.y + WARPS * pass, thread.threadIdx.x),
            ),
          }),
          combine("sum", "addend"),
          store("out", { name: "write", register: "sum", index: rightElement }),
        ),
      ],
    };
  },
  expected: (right) => {
    const leftOf = transposed({ rows: right.columns, columns: right.rows });
    return {
      out: (elementIndex) => ({
        sumOf: [
          { array: "left", elementIndex: leftOf(elementIndex) },
          { array: "right", elementIndex },
        ],
      }),
    };
  },
  correctness: { inBounds: 1, everyElement: 2, writtenOnce: 1, noRace: 1 },
  checks: [
    bankConflicts({ access: "store-left", atMost: 0, points: 1 }),
    bankConflicts({ access: "load-left", atMost: 0, points: 3 }),
    bankConflicts({ access: "store-right", atMost: 0, points: 1 }),
    bankConflicts({ access: "load-right", atMost: 0, points: 3 }),
    sharedBytes({
      atMost: BUDGET_WORDS * 4,
      points: 3,
      cases: ["one-tile"],
      looseBecause:
        "a swizzled left tile needs no padding at all; the budget leaves room for one padded tile, which is the choice to make here",
    }),
  ],
  starterPasses: ["in-bounds", "written-once", "no-race"],
  hints: [
    "For each of the four accesses to shared memory: does a warp walk along a row of its tile, or down a column?",
    "Only one access walks down a column. Rows of 32 words are good enough for the tile that is never read that way.",
    "The left tile takes 32 rows of 33 words, the right one 32 rows of 32. At which word may the right tile begin?",
    "words = 32 * 33 + 32 * 32; leftWord: row * 33 + column; rightWord: 32 * 33 + row * 32 + column.",
  ],
  wrong: {
    "pads-neither": {
      fails: ["load-left-conflicts"],
      says: "Lanes 0 and 1 load rows 0 and 1 of the left tile, in the same column. How many words apart are they?",
    },
    "pads-both": {
      fails: ["shared-bytes"],
      says: "Which access walks down a column of the right tile?",
    },
    "pads-the-wrong-one": {
      fails: ["load-left-conflicts"],
      says: "One tile is read along its rows, the other down its columns. Which of them did you pad?",
    },
    "turns-both": {
      fails: ["store-left-conflicts", "store-right-conflicts", "load-right-conflicts"],
      says: "With both tiles stored column by column, which accesses now step by 32 words from lane to lane?",
    },
    "tiles-overlap": {
      fails: ["every-element", "no-race"],
      says: "Now that the left tile's rows are longer, what is its last word, and where does the right tile begin?",
    },
  },
});
