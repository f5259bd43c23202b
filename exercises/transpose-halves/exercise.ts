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
  pack,
  readOnce,
  repeat,
  sectorsPerRequest,
  store,
  tile,
  writtenOnce,
} from "#kit";

type Matrix = { readonly rows: number; readonly columns: number };

const BYTES_PER_HALF = 2;
const HALVES_PER_LANE = 2;
/** Rows and columns of a tile. */
const TILE = 64;
/** A row of the tile may have a pair to spare. */
const TILE_HALVES = TILE * (TILE + HALVES_PER_LANE);
const THREADS = [32, 8] as const;
/** A pass moves as many rows of the tile as the block has rows of threads. */
const PASSES = TILE / THREADS[1];

const oneTile = { rows: 64, columns: 64 };
const ragged = { rows: 70, columns: 102 };
const wide = { rows: 64, columns: 192 };
const fullSize = { rows: 1024, columns: 512 };

const launchTiles = ({ rows, columns }: Matrix) => {
  const { gridDim } = launchOver([columns, rows], [TILE, TILE]);
  return { gridDim, blockDim: { x: THREADS[0], y: THREADS[1], z: 1 } };
};
const wholeTiles = { "one-tile": 4, wide: 4, "full-size": 4 };

export default defineExercise<Matrix>({
  id: "transpose-halves",
  title: "Transpose 16-bit numbers in pairs",
  summary:
    "Full sectors need two halves a lane, but neighbours in a row are no neighbours in a column: take the pairs apart in shared memory.",
  part: 2,
  concepts: ["transpose", "vector load", "shared memory", "bank conflict", "swizzle", "padding"],
  difficulty: 5,
  minutes: 35,
  points: 69,
  exports: [
    {
      name: "read",
      kind: "function",
      description: "read(thread, size, pass) gives the first element of the pair of `in` that the thread loads, or null.",
    },
    {
      name: "toTile",
      kind: "function",
      description: "toTile(thread, size, pass) gives the element of the tile at which the thread stores the pair.",
    },
    {
      name: "first",
      kind: "function",
      description: "first(thread, size, pass) gives the element of the tile that becomes the first of the thread's new pair, or null.",
    },
    {
      name: "second",
      kind: "function",
      description: "second(thread, size, pass) gives the element of the tile that becomes the second of the thread's new pair, or null.",
    },
    {
      name: "write",
      kind: "function",
      description: "write(thread, size, pass) gives the element of `out` at which the thread stores the new pair, or null.",
    },
  ],
  cases: [
    { id: "one-tile", title: "64 × 64, one tile", size: oneTile, launch: launchTiles(oneTile) },
    { id: "ragged", title: "70 × 102, tiles that overhang", size: ragged, launch: launchTiles(ragged) },
    { id: "wide", title: "64 × 192, three tiles in a row", size: wide, launch: launchTiles(wide) },
    { id: "full-size", title: "1024 × 512", size: fullSize, launch: launchTiles(fullSize), fullSize: true },
  ],
  // Never a square, in which rows and columns could change places unseen.
  hidden: (draw) => {
    const [shorter, longer] = [2 * draw.between(5, 40), 2 * draw.between(41, 90)];
    const size = draw.oneOf([
      { rows: shorter, columns: longer },
      { rows: longer, columns: shorter },
    ]);
    return { size, launch: launchTiles(size) };
  },
  kernel: ({ size, answer }) => ({
    size,
    arrays: {
      in: input(size.rows * size.columns, BYTES_PER_HALF, "each-once"),
      tile: tile(TILE_HALVES, BYTES_PER_HALF),
      out: output(size.rows * size.columns, BYTES_PER_HALF),
    },
    steps: [
      repeat(
        PASSES,
        move(
          load("in", { name: "read", index: exported(answer, "read"), elementsPerLane: HALVES_PER_LANE, register: "pair" }),
          store("tile", { name: "toTile", index: exported(answer, "toTile"), elementsPerLane: HALVES_PER_LANE, register: "pair" }),
        ),
      ),
      barrier,
      repeat(
        PASSES,
        load("tile", { name: "first", index: exported(answer, "first"), register: "first" }),
        load("tile", { name: "second", index: exported(answer, "second"), register: "second" }),
        pack("pair", "first", "second"),
        store("out", { name: "write", index: exported(answer, "write"), elementsPerLane: HALVES_PER_LANE, register: "pair" }),
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
    sectorsPerRequest({ access: "write", atMost: wholeTiles, points: 4 }),
    bankConflicts({ access: "toTile", atMost: 0, points: 1, cases: ["one-tile", "wide", "full-size"] }),
    bankConflicts({ access: "first", atMost: 0, points: 4, cases: ["one-tile", "wide", "full-size"] }),
    bankConflicts({ access: "second", atMost: 0, points: 4, cases: ["one-tile", "wide", "full-size"] }),
  ],
  hints: [
    "A pair of `out` is two rows of `in` in the same column. When lane x writes pair x of a row of `out`, which two rows of the tile does it take from?",
    "In `first`, neighbouring lanes are two rows apart. In a plain tile two rows are 64 words; where would they have to be so that 32 lanes meet 32 banks? A pair must stay in one word, too.",
    "Rows 2x and 2x + 1 may be shifted alike, since no access takes from both; every second row has to shift by one word. Or keep the rows in place, and swizzle whole words: word (column >> 1) ^ (row >> 1) of the row.",
    "With y = threadIdx.y + 8 * pass and at(row, column) = row * 64 + 2 * ((column >> 1) ^ (row >> 1)) + column % 2: toTile at(y, 2 * threadIdx.x); first at(2 * threadIdx.x, y); second at(2 * threadIdx.x + 1, y); write to row blockIdx.x * 64 + y, column blockIdx.y * 64 + 2 * threadIdx.x of `out`.",
  ],
  wrong: {
    "plain-tile": {
      fails: ["first-conflicts", "second-conflicts"],
      says: "Lanes 0 and 1 take from rows 0 and 2 of the tile. How many words lie between, and which banks are those?",
    },
    "a-pair-a-row": {
      fails: ["first-conflicts", "second-conflicts"],
      says: "A spare pair moves each row one bank on. Neighbouring lanes are two rows apart: which banks do they never meet?",
    },
    "a-half-a-row": {
      fails: ["in-bounds", "every-element"],
      says: "Your rows have an odd number of halves. Where does row 1 begin, and may a pair begin there?",
    },
    "lanes-along-a-column": {
      fails: ["write-sectors"],
      says: "Each lane writes whole pairs. Do the pairs of two neighbouring lanes lie in the same row of `out`?",
    },
    "reads-down-columns": {
      fails: ["read-sectors", "toTile-conflicts"],
      says: "Each lane loads a pair of a row of its own. How far apart are two neighbouring lanes in `in`?",
    },
    "pairs-stay-together": {
      fails: ["every-element"],
      says: "You took two neighbours of one row of the tile. Are they neighbours in `out`, where that row is a column?",
    },
  },
});
