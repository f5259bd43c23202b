import { bankConflicts, numberAtMost, sectorsPerRequest, transpose } from "#kit";

const TILE = 32;
const wholeTiles = { square: 4, wide: 4, "full-size": 4 };

export default transpose({
  id: "transpose-padded",
  title: "Transpose through a padded tile",
  summary: "Read along rows, write along rows, and turn the matrix in shared memory, without a single bank conflict.",
  part: 2,
  concepts: ["coalescing", "shared memory", "bank conflict", "padding", "barrier"],
  difficulty: 3,
  minutes: 20,
  tile: { side: TILE, pitch: "learner" },
  cases: [
    { id: "square", title: "64 × 64, four tiles", size: { rows: 64, columns: 64 } },
    { id: "wide", title: "32 × 96, three tiles in a row", size: { rows: 32, columns: 96 } },
    { id: "ragged", title: "45 × 70, tiles that overhang", size: { rows: 45, columns: 70 } },
    { id: "full-size", title: "4,096 × 4,096", size: { rows: 4096, columns: 4096 }, fullSize: true },
  ],
  correctness: { inBounds: 1, everyElement: 2, writtenOnce: 1, noRace: 1 },
  checks: [
    sectorsPerRequest({ access: "read", atMost: wholeTiles, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: wholeTiles, points: 2 }),
    bankConflicts({ access: "toTile", atMost: 0, points: 2 }),
    bankConflicts({ access: "fromTile", atMost: 0, points: 2 }),
    numberAtMost("pitch", TILE + 1, "words", {
      points: 2,
      cases: ["square"],
      looseBecause: "a swizzle needs no spare words, but padding is what this exercise teaches",
    }),
  ],
  starterPasses: ["in-bounds", "written-once", "no-race"],
  hints: [
    "Both global accesses should walk along a row: of `in` before the barrier, of `out` after it. Block (x, y) of `in` becomes block (y, x) of `out`.",
    "After the barrier a warp takes a column of the tile. With rows of 32 words, in which bank is each word of a column?",
    "One unused word at the end of each row shifts every row by one more bank: put element (row, column) of the tile at row * 33 + column.",
    "toTile: threadIdx.y * pitch + threadIdx.x. fromTile: threadIdx.x * pitch + threadIdx.y. write: row blockIdx.x * 32 + threadIdx.y, column blockIdx.y * 32 + threadIdx.x, of a matrix with `rows` columns.",
  ],
  wrong: {
    "no-padding": {
      fails: ["fromTile-conflicts"],
      says: "Rows in, rows out: well done. Lanes 0 and 1 take words 0 and 32 of the tile. Which bank is word 32 in?",
    },
    "even-padding": {
      fails: ["fromTile-conflicts", "pitch-budget"],
      says: "Padding is the right idea. Two words of padding shift each row by two banks. After how many rows are you back at the first bank?",
    },
    "turns-on-the-way-in": {
      fails: ["toTile-conflicts"],
      says: "Global memory is perfect on both sides. Now lanes 0 and 1 store a whole row of the tile apart. In which bank is each of them?",
    },
    "reads-down-columns": {
      fails: ["read-sectors"],
      says: "The tile can turn the matrix for you. Which of x and y changes from lane to lane in `read`?",
    },
    "transposes-in-the-write": {
      fails: ["write-sectors"],
      says: "Your tile gives the elements back just as it got them. Which of x and y changes from lane to lane in `write`?",
    },
    "keeps-the-block": {
      fails: ["every-element"],
      says: "The tile is turned, but does it end up where it should? Where in `out` does block (1, 0) of `in` belong?",
    },
    "guards-as-before": {
      fails: ["every-element", "written-once"],
      says: "After the barrier x counts rows of the input. Which extents does the second guard compare with?",
    },
  },
});
