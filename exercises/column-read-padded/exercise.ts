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
  numberAtMost,
  output,
  repeat,
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
const ragged = { rows: 77 };
const fullSize = { rows: 8192 };

export default defineExercise<Strip>({
  id: "column-read-padded",
  title: "Down a column, with padding",
  summary: "A tile is filled row by row and read column by column. One spare word a row decides what the columns cost.",
  part: 2,
  concepts: ["shared memory", "bank conflict", "padding", "barrier"],
  difficulty: 2,
  minutes: 12,
  points: 29,
  exports: [
    { name: "pitch", kind: "number", description: "pitch is the number of words from one row of the tile to the next.", range: [1, 1024] },
    {
      name: "toTile",
      kind: "function",
      description:
        "toTile(thread, size, pass) gives the word of the tile for the element in row threadIdx.y + 8 * pass, column threadIdx.x.",
    },
    {
      name: "fromTile",
      kind: "function",
      description:
        "fromTile(thread, size, pass) gives the word of the tile for the element in row threadIdx.x, column threadIdx.y + 8 * pass.",
    },
  ],
  cases: [
    { id: "one-tile", title: "32 rows, one tile", size: oneTile, launch: launchTiles(oneTile) },
    { id: "ragged", title: "77 rows, three tiles, the last one part full", size: ragged, launch: launchTiles(ragged) },
    { id: "full-size", title: "8,192 rows", size: fullSize, launch: launchTiles(fullSize), fullSize: true },
  ],
  hidden: (draw) => {
    const size = { rows: draw.between(33, 300) };
    return { size, launch: launchTiles(size) };
  },
  kernel: ({ size, answer }) => ({
    size,
    arrays: { in: input(size.rows * TILE), tile: tile(TILE * exportedNumber(answer, "pitch")), out: output(size.rows * TILE) },
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
          store("tile", { name: "toTile", index: exported(answer, "toTile") }),
        ),
      ),
      barrier,
      repeat(
        TILE / WARPS,
        move(
          load("tile", { name: "fromTile", index: exported(answer, "fromTile") }),
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
  }),
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
    bankConflicts({ access: "toTile", atMost: 0, points: 1 }),
    bankConflicts({ access: "fromTile", atMost: 0, points: 3 }),
    numberAtMost("pitch", TILE + 1, "words", {
      points: 2,
      cases: ["one-tile"],
      looseBecause: "a swizzle needs rows of 32 words only; that is an exercise of its own",
    }),
  ],
  hints: [
    "Write both indexes as row * pitch + column first. What is the row, and what the column, before and after the barrier?",
    "After the barrier lane i takes row i of one column: lanes are `pitch` words apart. Which pitches send 32 lanes to 32 banks?",
    "pitch = 33: each row begins one bank after the row above. toTile: (threadIdx.y + 8 * pass) * pitch + threadIdx.x; fromTile the same with x and the rest exchanged.",
  ],
  wrong: {
    "no-padding": {
      fails: ["fromTile-conflicts"],
      says: "Rows of 32 words: in which bank does each row begin?",
    },
    "pads-a-vector": {
      fails: ["fromTile-conflicts", "pitch-budget"],
      says: "Four words of padding move each row four banks on. How many rows until you are back at the first bank?",
    },
    "pads-one-side-only": {
      fails: ["every-element"],
      says: "Where did toTile put the first element of row 1, and where does fromTile look for it?",
    },
    "transposes-on-the-way-in": {
      fails: ["toTile-conflicts"],
      says: "The column walk has gone from fromTile; where is it now?",
    },
  },
});
