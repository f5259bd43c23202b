import {
  bankConflicts,
  barrier,
  defineExercise,
  everyElement,
  exported,
  exportedNumber,
  inBounds,
  input,
  launch,
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

type Strip = { readonly rows: number };

/** Rows and columns of the tile, and columns of the strip. */
const TILE = 32;
const WARPS = 8;

const launchTiles = ({ rows }: Strip) => launch([Math.ceil(rows / TILE)], [TILE, WARPS]);

const oneTile = { rows: 32 };
const ragged = { rows: 83 };
const fullSize = { rows: 7168 };

export default defineExercise<Strip>({
  id: "column-read-swizzled",
  title: "Down a column, without a spare word",
  summary: "The same tile, in exactly 4,096 bytes: nothing is added, the words of each row change places.",
  part: 2,
  concepts: ["shared memory", "bank conflict", "swizzle", "layout"],
  difficulty: 3,
  minutes: 15,
  points: 33,
  exports: [
    { name: "words", kind: "number", description: "words is the number of words of the tile.", range: [1, 4096] },
    { name: "word", kind: "function", description: "word(row, column) gives the word of the tile in which that element lies." },
  ],
  cases: [
    { id: "one-tile", title: "32 rows, one tile", size: oneTile, launch: launchTiles(oneTile) },
    { id: "ragged", title: "83 rows, three tiles, the last one part full", size: ragged, launch: launchTiles(ragged) },
    { id: "full-size", title: "7,168 rows", size: fullSize, launch: launchTiles(fullSize), fullSize: true },
  ],
  hidden: (draw) => {
    const size = { rows: draw.between(33, 300) };
    return { size, launch: launchTiles(size) };
  },
  kernel: ({ size, answer }) => {
    const word = exported(answer, "word");
    return {
      size,
      arrays: { in: input(size.rows * TILE), tile: tile(exportedNumber(answer, "words")), out: output(size.rows * TILE) },
      steps: [
        repeat(
          TILE / WARPS,
          move(
            load("in", {
              name: "read",
              index: ({ threadIdx, blockIdx }: Thread, { rows }: Strip, pass: number) => {
                const row = blockIdx.x * TILE + threadIdx.y + WARPS * pass;
                return row < rows ? row * TILE + threadIdx.x : null;
              },
            }),
            store("tile", {
              name: "row-store",
              index: ({ threadIdx }: Thread, _size: Strip, pass: number) => word(threadIdx.y + WARPS * pass, threadIdx.x),
            }),
          ),
        ),
        barrier,
        repeat(
          TILE / WARPS,
          move(
            load("tile", {
              name: "column-load",
              index: ({ threadIdx }: Thread, _size: Strip, pass: number) => word(threadIdx.x, threadIdx.y + WARPS * pass),
            }),
            store("out", {
              name: "write",
              index: ({ threadIdx, blockIdx }: Thread, { rows }: Strip, pass: number) => {
                const row = blockIdx.x * TILE + threadIdx.x;
                return row < rows ? (threadIdx.y + WARPS * pass) * rows + row : null;
              },
            }),
          ),
        ),
      ],
    };
  },
  expected: ({ rows }) => ({
    out: (elementIndex) => {
      const row = elementIndex % rows;
      return row * TILE + (elementIndex - row) / rows;
    },
  }),
  checks: [
    inBounds({ points: 1 }),
    everyElement({ points: 2 }),
    writtenOnce({ points: 1 }),
    noRace({ points: 1 }),
    bankConflicts({ access: "row-store", atMost: 0, points: 2 }),
    bankConflicts({ access: "column-load", atMost: 0, points: 3 }),
    sharedBytes({ atMost: TILE * TILE * 4, points: 3, cases: ["one-tile"] }),
  ],
  hints: [
    "Padding moves each row one bank on. Can the words of a row move on without leaving the row?",
    "Let the row decide how the columns of that row change places: row * 32 + f(column, row), where f stays within 0 to 31.",
    "For a fixed row, column → column ^ row takes each value once; and for a fixed column, row → column ^ row does, too.",
  ],
  wrong: {
    "pads-instead": {
      fails: ["shared-bytes"],
      says: "No bank conflict, well done: but what is in word 32 of your tile?",
    },
    "plain-rows": {
      fails: ["column-load-conflicts"],
      says: "Column 0 of every row: in which bank does it lie?",
    },
    "swizzles-the-row": {
      fails: ["column-load-conflicts"],
      says: "The bank is the part of the word that is left over after 32. Does your exchange change that part?",
    },
    "one-bit-of-the-row": {
      fails: ["column-load-conflicts"],
      says: "Your rows have two different arrangements. How many would 32 lanes in one column need?",
    },
    "padding-in-disguise": {
      fails: ["in-bounds", "every-element"],
      says: "row * 32 + column + row: how many words is it from an element to the one below?",
    },
    "columns-first": {
      fails: ["row-store-conflicts"],
      says: "A column lies in one piece now. In which bank does each word lie that a warp stores of a row?",
    },
  },
});
