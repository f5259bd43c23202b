import {
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
  sectorsPerRequest,
  store,
  tile,
  writtenOnce,
} from "#kit";

type Matrix = { readonly rows: number; readonly columns: number };

/** Rows and columns of a tile, and threads of a block along each axis. */
const TILE = 32;
/** A row of the tile may have one word to spare. */
const TILE_WORDS = TILE * (TILE + 1);

const wide = { rows: 32, columns: 64 };
const tall = { rows: 96, columns: 32 };
const ragged = { rows: 50, columns: 77 };
const fullSize = { rows: 512, columns: 1024 };

const launchTiles = ({ rows, columns }: Matrix) => launchOver([columns, rows], [TILE, TILE]);
const wholeTiles = { wide: 4, tall: 4, "full-size": 4 };

export default defineExercise<Matrix>({
  id: "transpose-tiled",
  title: "Transpose through a tile",
  summary: "Neither side has to stride: load a tile along rows, wait for the whole block, and store other elements than you loaded.",
  part: 2,
  concepts: ["transpose", "tiling", "shared memory", "barrier", "coalescing"],
  difficulty: 2,
  minutes: 20,
  points: 36,
  exports: [
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
    { id: "wide", title: "32 × 64, two tiles side by side", size: wide, launch: launchTiles(wide) },
    { id: "tall", title: "96 × 32, three tiles on top of one another", size: tall, launch: launchTiles(tall) },
    { id: "ragged", title: "50 × 77, tiles that overhang", size: ragged, launch: launchTiles(ragged) },
    { id: "full-size", title: "512 × 1024", size: fullSize, launch: launchTiles(fullSize), fullSize: true },
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
  ],
  hints: [
    "After the barrier a thread may take any word of the tile, not only its own. Choose first where it should write; what it must take follows from that.",
    "Seen from its own corner, element (r, c) of the tile of `in` is element (c, r) of the tile of `out`. And block (x, y) of `in` becomes block (y, x) of `out`.",
    "In all four functions, threadIdx.x is the column within a tile, of `in` before the barrier and of `out` after it. Only `fromTile` takes it for a row.",
    "toTile: threadIdx.y * 32 + threadIdx.x. fromTile: threadIdx.x * 32 + threadIdx.y. write: row blockIdx.x * 32 + threadIdx.y, column blockIdx.y * 32 + threadIdx.x, of a matrix with rows of size.rows elements.",
  ],
  wrong: {
    "hands-back-what-it-took": {
      fails: ["write-sectors"],
      says: "Each thread takes the very word that it stored, so the tile is not needed at all. Where do two neighbouring lanes write?",
    },
    "reads-down-columns": {
      fails: ["read-sectors"],
      says: "The matrix is turned as it is read. How far apart are two neighbouring lanes in `in`?",
    },
    "keeps-the-block": {
      fails: ["every-element"],
      says: "Each tile is turned well. But where in `out` does the tile of block (1, 0) belong?",
    },
    "turns-the-blocks-only": {
      fails: ["every-element"],
      says: "Each tile lands where it should. Which way round does it lie there?",
    },
    "guards-as-before": {
      fails: ["every-element", "written-once"],
      says: "After the barrier your row and column are those of `out`. How many rows has it?",
    },
  },
});
