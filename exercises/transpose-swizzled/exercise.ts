import { bankConflicts, sectorsPerRequest, sharedBytes, transpose } from "#kit";

const TILE = 32;
const wholeTiles = { wide: 4, tall: 4, "full-size": 4 };

export default transpose({
  id: "transpose-swizzled",
  title: "Transpose through a swizzled tile",
  summary: "No bank conflicts and no spare words: each row of the tile arranges its words in its own order.",
  part: 2,
  concepts: ["transpose", "shared memory", "bank conflict", "swizzle", "layout"],
  difficulty: 4,
  minutes: 20,
  tile: { side: TILE, words: "learner" },
  cases: [
    { id: "wide", title: "32 × 96, three tiles in a row", size: { rows: 32, columns: 96 } },
    { id: "ragged", title: "75 × 44, tiles that overhang", size: { rows: 75, columns: 44 } },
    { id: "tall", title: "128 × 64, eight tiles", size: { rows: 128, columns: 64 } },
    { id: "full-size", title: "1,024 × 512", size: { rows: 1024, columns: 512 }, fullSize: true },
  ],
  checks: [
    sectorsPerRequest({ access: "read", atMost: wholeTiles, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: wholeTiles, points: 2 }),
    bankConflicts({ access: "toTile", atMost: 0, points: 1 }),
    bankConflicts({ access: "fromTile", atMost: 0, points: 2 }),
    sharedBytes({ atMost: TILE * TILE * 4, points: 3, cases: ["wide"] }),
  ],
  starterPasses: ["in-bounds", "written-once", "read-once", "no-race"],
  hints: [
    "In rows of 32 words, a word's bank is its place in the row. In a plain tile, all words of a column have the same place. What could make the place depend on the row as well?",
    "Keep each element in its row, and let the row number decide where in the row it goes. Each of the 32 places must be used exactly once.",
    "place = column ^ row (or (column + row) % 32). `toTile` and `fromTile` must both use the same function to find the word for element (row, column) of the tile.",
    "toTile: threadIdx.y * 32 + (threadIdx.x ^ threadIdx.y). fromTile: element (threadIdx.x, threadIdx.y) of the tile, at threadIdx.x * 32 + (threadIdx.y ^ threadIdx.x).",
  ],
  wrong: {
    "plain-tile": {
      fails: ["fromTile-conflicts"],
      says: "When every row has its 32 words in plain order, in which bank is each word of a column?",
    },
    "pads-instead": {
      fails: ["shared-bytes"],
      says: "There are no conflicts, but how many words of your tile are never used?",
    },
    "swizzles-one-side": {
      fails: ["every-element"],
      says: "`toTile` puts element (1, 0) of the tile in a new place. Where does `fromTile` look for it?",
    },
    "half-a-swizzle": {
      fails: ["fromTile-conflicts"],
      says: "How many different places does your swizzle use for the 32 elements of a column?",
    },
    "lies-on-its-side": {
      fails: ["toTile-conflicts"],
      says: "Now the tile is stored column by column. Which access goes across it?",
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
