import {
  bankConflicts,
  barrier,
  defineExercise,
  everyElement,
  exported,
  inBounds,
  input,
  launchOver,
  load,
  move,
  noRace,
  output,
  readOnce,
  repeat,
  sectorsPerRequest,
  store,
  tile,
  writtenOnce,
} from "#kit";

type Matrix = { readonly rows: number; readonly columns: number };

/** Rows and columns of a tile. */
const TILE = 32;
/** A block has 32 × 8 threads: it goes over its tile in this many passes. */
const PASSES = 4;
/** A row of the tile may have one word to spare. */
const TILE_WORDS = TILE * (TILE + 1);

const wide = { rows: 32, columns: 64 };
const ragged = { rows: 77, columns: 51 };
const tall = { rows: 160, columns: 32 };
const fullSize = { rows: 1024, columns: 512 };

const launchTiles = ({ rows, columns }: Matrix) => {
  const { gridDim } = launchOver([columns, rows], [TILE, TILE]);
  return { gridDim, blockDim: { x: TILE, y: TILE / PASSES, z: 1 } };
};
const wholeTiles = { wide: 4, tall: 4, "full-size": 4 };

export default defineExercise<Matrix>({
  id: "transpose-four-rows",
  title: "Four rows a thread",
  summary: "A quarter of the threads for the same tile: each moves four elements, and the pass joins the index.",
  part: 2,
  concepts: ["transpose", "tiling", "shared memory", "coalescing", "bank conflict"],
  difficulty: 3,
  minutes: 20,
  points: 45,
  exports: [
    { name: "read", kind: "function", description: "read(thread, size, pass) gives the element of `in` that the thread loads, or null." },
    {
      name: "toTile",
      kind: "function",
      description: "toTile(thread, size, pass) gives the word of the tile that the thread stores it in.",
    },
    {
      name: "fromTile",
      kind: "function",
      description: "fromTile(thread, size, pass) gives the word of the tile that the thread takes after the barrier.",
    },
    {
      name: "write",
      kind: "function",
      description: "write(thread, size, pass) gives the element of `out` that the thread stores it in, or null.",
    },
  ],
  cases: [
    { id: "wide", title: "32 × 64, two tiles side by side", size: wide, launch: launchTiles(wide) },
    { id: "ragged", title: "77 × 51, tiles that overhang", size: ragged, launch: launchTiles(ragged) },
    { id: "tall", title: "160 × 32, five tiles on top of one another", size: tall, launch: launchTiles(tall) },
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
      tile: tile(TILE_WORDS),
      out: output(size.rows * size.columns),
    },
    steps: [
      repeat(
        PASSES,
        move(
          load("in", { name: "read", index: exported(answer, "read") }),
          store("tile", { name: "toTile", index: exported(answer, "toTile") }),
        ),
      ),
      barrier,
      repeat(
        PASSES,
        move(
          load("tile", { name: "fromTile", index: exported(answer, "fromTile") }),
          store("out", { name: "write", index: exported(answer, "write") }),
        ),
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
    bankConflicts({ access: "toTile", atMost: 0, points: 1, cases: ["wide", "tall", "full-size"] }),
    bankConflicts({ access: "fromTile", atMost: 0, points: 2, cases: ["wide", "tall", "full-size"] }),
  ],
  hints: [
    "Within a pass, do as with a block of 32 × 32 threads: lanes walk along a row. What is left to decide is which rows a pass takes.",
    "A pass covers 8 of the 32 rows: those from threadIdx.y on, in steps of 8. Which row does threadIdx.y = 3 take in pass 2?",
    "y = threadIdx.y + 8 * pass stands for what threadIdx.y was before: use it in all four functions. The grid still counts tiles of 32 × 32.",
    "toTile: y * 33 + threadIdx.x. fromTile: threadIdx.x * 33 + y. read: row blockIdx.y * 32 + y, column blockIdx.x * 32 + threadIdx.x. write: row blockIdx.x * 32 + y, column blockIdx.y * 32 + threadIdx.x.",
  ],
  wrong: {
    "four-neighbours-a-thread": {
      fails: ["read-sectors", "write-sectors"],
      says: "A thread takes four neighbours, one after the other. In one pass, how far apart are the elements of lanes 0 and 1?",
    },
    "forgets-the-pass": {
      fails: ["every-element", "written-once"],
      says: "Four passes load the tile. What do the four passes after the barrier write?",
    },
    "steps-by-the-tile": {
      fails: ["in-bounds", "every-element", "written-once", "read-once"],
      says: "A pass covers as many rows as the block has rows of threads. How many is that?",
    },
    "block-height-as-tile": {
      fails: ["every-element", "written-once", "read-once"],
      says: "blockDim.y is no longer the height of a tile. At which row does block (0, 1) begin?",
    },
    "no-padding": {
      fails: ["fromTile-conflicts"],
      says: "With 32 words a row, in which bank does the word below a word lie?",
    },
    "turned-on-the-way-in": {
      fails: ["toTile-conflicts"],
      says: "Each lane stores to a row of its own. How many words, and so how many banks, lie between lanes 0 and 1?",
    },
  },
});
