import {
  bankConflicts,
  barrier,
  input,
  launchOver,
  learnerFunction,
  learnerLoad,
  learnerStore,
  move,
  neverSquare,
  output,
  pack,
  repeat,
  sectorsPerRequest,
  tile,
  transpose,
} from "#kit";

const TILE = 64;
const THREADS = [32, 8] as const;
/** 16-bit numbers; a lane moves two. */
const BYTES = 2;
const pair = { elementsPerLane: 2, register: "pair" };

const wholeTiles = { "one-tile": 4, wide: 4, "full-size": 4 };

export default transpose({
  id: "transpose-halves",
  title: "Transpose 16-bit numbers in pairs",
  summary:
    "Full sectors need two halves per lane, but neighbours in a row aren't neighbours in a column: take the pairs apart in shared memory.",
  part: 2,
  concepts: ["transpose", "vector load", "shared memory", "bank conflict", "swizzle", "padding"],
  difficulty: 5,
  minutes: 35,
  exports: [
    learnerFunction("read(thread, size, pass) gives the first element of the pair of `in` that the thread loads, or null."),
    learnerFunction("toTile(thread, size, pass) gives the element of the tile at which the thread stores the pair."),
    learnerFunction("first(thread, size, pass) gives the element of the tile that becomes the first of the thread's new pair, or null."),
    learnerFunction("second(thread, size, pass) gives the element of the tile that becomes the second of the thread's new pair, or null."),
    learnerFunction("write(thread, size, pass) gives the element of `out` at which the thread stores the new pair, or null."),
  ],
  launch: ({ rows, columns }) => launchOver([columns, rows], THREADS, [TILE, TILE]),
  cases: [
    { id: "one-tile", title: "64 × 64, one tile", size: { rows: 64, columns: 64 } },
    { id: "ragged", title: "70 × 102, tiles that overhang", size: { rows: 70, columns: 102 } },
    { id: "wide", title: "64 × 192, three tiles in a row", size: { rows: 64, columns: 192 } },
    { id: "full-size", title: "1,024 × 512", size: { rows: 1024, columns: 512 }, fullSize: true },
  ],
  // Even extents, so that every row begins with a pair.
  hidden: (draw) => ({ size: neverSquare(draw, 2 * draw.between(5, 40), 2 * draw.between(41, 90)) }),
  kernel: ({ size, answer }) => ({
    size,
    arrays: {
      in: input(size.rows * size.columns, BYTES, "each-once"),
      // A row of the tile may have one pair of padding.
      tile: tile(TILE * (TILE + 2), BYTES),
      out: output(size.rows * size.columns, BYTES),
    },
    steps: [
      repeat(TILE / THREADS[1], move(learnerLoad(answer, "in", "read", pair), learnerStore(answer, "tile", "toTile", pair))),
      barrier,
      repeat(
        TILE / THREADS[1],
        learnerLoad(answer, "tile", "first", { register: "first" }),
        learnerLoad(answer, "tile", "second", { register: "second" }),
        pack("pair", "first", "second"),
        learnerStore(answer, "out", "write", pair),
      ),
    ],
  }),
  correctness: { inBounds: 1, everyElement: 2, writtenOnce: 1, readOnce: 1, noRace: 1 },
  checks: [
    sectorsPerRequest({ access: "read", atMost: wholeTiles, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: wholeTiles, points: 4 }),
    bankConflicts({ access: "toTile", atMost: 0, points: 1 }),
    bankConflicts({ access: "first", atMost: 0, points: 4 }),
    bankConflicts({ access: "second", atMost: 0, points: 4 }),
  ],
  starterPasses: ["in-bounds", "written-once", "read-once", "no-race"],
  hints: [
    "A pair of `out` is two rows of `in` in the same column. When lane x writes pair x of a row of `out`, from which two rows of the tile does it take?",
    "In `first`, neighbouring lanes are two rows apart. In a plain tile two rows are 64 words; where would they have to be so that 32 lanes meet 32 banks? A pair must stay in one word, too.",
    "Rows 2x and 2x + 1 can have the same shift, since no access takes from both; each pair of rows needs one more word of shift than the pair before it. Or keep the rows in place, and swizzle whole words: word (column >> 1) ^ (row >> 1) of the row.",
    "With y = threadIdx.y + 8 * pass and at(row, column) = row * 64 + 2 * ((column >> 1) ^ (row >> 1)) + column % 2: toTile at(y, 2 * threadIdx.x); first at(2 * threadIdx.x, y); second at(2 * threadIdx.x + 1, y); write to row blockIdx.x * 64 + y, column blockIdx.y * 64 + 2 * threadIdx.x of `out`.",
  ],
  wrong: {
    "plain-tile": {
      fails: ["first-conflicts", "second-conflicts"],
      says: "Lanes 0 and 1 take from rows 0 and 2 of the tile. How many words apart are those, and which banks are they in?",
    },
    "a-pair-a-row": {
      fails: ["first-conflicts", "second-conflicts"],
      says: "A spare pair is a good thought. A spare pair shifts each row by one bank. Neighbouring lanes are two rows apart: which banks do they never use?",
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
      says: "Each lane loads a pair from its own row. How far apart are two neighbouring lanes in `in`?",
    },
    "pairs-stay-together": {
      fails: ["every-element"],
      says: "You took two neighbours of one row of the tile. Are they neighbours in `out`, where that row is a column?",
    },
  },
});
