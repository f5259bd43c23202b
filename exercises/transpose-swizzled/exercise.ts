import {
  bankConflicts,
  barrier,
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
  readOnce,
  sectorsPerRequest,
  sharedBytes,
  store,
  tile,
  writtenOnce,
} from "#kit";

type Matrix = { readonly rows: number; readonly columns: number };

/** Rows and columns of a tile, and threads of a block along each axis. */
const TILE = 32;
const WORD_BYTES = 4;

const wide = { rows: 32, columns: 96 };
const ragged = { rows: 75, columns: 44 };
const tall = { rows: 128, columns: 64 };
const fullSize = { rows: 1024, columns: 512 };

const launchTiles = ({ rows, columns }: Matrix) => launchOver([columns, rows], [TILE, TILE]);
const wholeTiles = { wide: 4, tall: 4, "full-size": 4 };

export default defineExercise<Matrix>({
  id: "transpose-swizzled",
  title: "Transpose through a swizzled tile",
  summary: "No bank conflict and no spare word: each row of the tile arranges its words in an order of its own.",
  part: 2,
  concepts: ["transpose", "shared memory", "bank conflict", "swizzle", "layout"],
  difficulty: 4,
  minutes: 20,
  points: 51,
  exports: [
    { name: "words", kind: "number", description: "words is the number of words of the tile.", range: [1, 4096] },
    { name: "read", kind: "function", description: "read(thread, size) gives the element of `in` that the thread loads, or null." },
    {
      name: "toTile",
      kind: "function",
      description: "toTile(thread, size) gives the word of the tile that the thread stores it in.",
    },
    {
      name: "fromTile",
      kind: "function",
      description: "fromTile(thread, size) gives the word of the tile that the thread takes after the barrier.",
    },
    {
      name: "write",
      kind: "function",
      description: "write(thread, size) gives the element of `out` that the thread stores it in, or null.",
    },
  ],
  cases: [
    { id: "wide", title: "32 × 96, three tiles in a row", size: wide, launch: launchTiles(wide) },
    { id: "ragged", title: "75 × 44, tiles that overhang", size: ragged, launch: launchTiles(ragged) },
    { id: "tall", title: "128 × 64, eight tiles", size: tall, launch: launchTiles(tall) },
    { id: "full-size", title: "1024 × 512", size: fullSize, launch: launchTiles(fullSize), fullSize: true },
  ],
  // Never a square, in which rows and columns could change places unseen.
  hidden: (draw) => {
    const [shorter, longer] = [draw.between(5, 60), draw.between(61, 120)];
    const size = draw.oneOf([
      { rows: shorter, columns: longer },
      { rows: longer, columns: shorter },
    ]);
    return { size, launch: launchTiles(size) };
  },
  kernel: ({ size, answer }) => ({
    size,
    arrays: {
      in: input(size.rows * size.columns, 4, "each-once"),
      tile: tile(exportedNumber(answer, "words")),
      out: output(size.rows * size.columns),
    },
    steps: [
      move(
        load("in", { name: "read", index: exported(answer, "read") }),
        store("tile", { name: "toTile", index: exported(answer, "toTile") }),
      ),
      barrier,
      move(
        load("tile", { name: "fromTile", index: exported(answer, "fromTile") }),
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
    readOnce({ points: 1 }),
    noRace({ points: 1 }),
    sectorsPerRequest({ access: "read", atMost: wholeTiles, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: wholeTiles, points: 2 }),
    bankConflicts({ access: "toTile", atMost: 0, points: 1 }),
    bankConflicts({ access: "fromTile", atMost: 0, points: 2 }),
    sharedBytes({ atMost: TILE * TILE * WORD_BYTES, points: 3, cases: ["wide"] }),
  ],
  hints: [
    "The bank of a word in rows of 32 is its place in the row. In a plain tile all words of a column have the same place; what could make the place depend on the row as well?",
    "Keep each element in its row, and let the row number decide where in the row it goes. That choice has to reach each of the 32 places once.",
    "place = column ^ row (or (column + row) % 32). Both `toTile` and `fromTile` must ask the same function for the word of an element (row, column) of the tile.",
    "toTile: threadIdx.y * 32 + (threadIdx.x ^ threadIdx.y). fromTile: element (threadIdx.x, threadIdx.y) of the tile, at threadIdx.x * 32 + (threadIdx.y ^ threadIdx.x).",
  ],
  wrong: {
    "plain-tile": {
      fails: ["fromTile-conflicts"],
      says: "In which bank does each word of a column lie, when every row has 32 words in their plain order?",
    },
    "pads-instead": {
      fails: ["shared-bytes"],
      says: "There is no conflict, but how many words of your tile does nobody ever use?",
    },
    "swizzles-one-side": {
      fails: ["every-element"],
      says: "`toTile` puts element (1, 0) of the tile in another place than before. Where does `fromTile` look for it?",
    },
    "half-a-swizzle": {
      fails: ["fromTile-conflicts"],
      says: "How many different places does your swizzle have for the 32 elements of a column?",
    },
    "lies-on-its-side": {
      fails: ["toTile-conflicts"],
      says: "Now the tile lies column after column. Which access goes across it?",
    },
    "turns-after-the-tile": {
      fails: ["write-sectors"],
      says: "The tile gives each thread back what it stored. Which of x and y changes from lane to lane in `write`?",
    },
    "turns-before-the-tile": {
      fails: ["read-sectors"],
      says: "Your tile has nothing left to turn: the reads did it. How far apart are two neighbouring lanes in `in`?",
    },
  },
});
