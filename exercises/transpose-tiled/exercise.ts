import { sectorsPerRequest, transpose } from "#kit";

const wholeTiles = { wide: 4, tall: 4, "full-size": 4 };

export default transpose({
  id: "transpose-tiled",
  title: "Transpose through a tile",
  summary:
    "Neither side has to stride: load a tile along rows, wait for the whole block, and store different elements from the ones you loaded.",
  part: 1,
  concepts: ["transpose", "tiling", "shared memory", "barrier", "coalescing"],
  difficulty: 2,
  minutes: 20,
  // A row of the tile may have one word of padding.
  tile: { side: 32, words: 32 * 33 },
  cases: [
    { id: "wide", title: "32 × 64, two tiles side by side", size: { rows: 32, columns: 64 } },
    { id: "tall", title: "96 × 32, three tiles on top of one another", size: { rows: 96, columns: 32 } },
    { id: "ragged", title: "50 × 77, tiles that overhang", size: { rows: 50, columns: 77 } },
    { id: "full-size", title: "512 × 1,024", size: { rows: 512, columns: 1024 }, fullSize: true },
  ],
  checks: [
    sectorsPerRequest({ access: "read", atMost: wholeTiles, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: wholeTiles, points: 2 }),
  ],
  starterPasses: ["in-bounds", "written-once", "read-once", "no-race"],
  hints: [
    "After the barrier, a thread can take any word of the tile, not only its own. First choose where it should write; that determines what it must take.",
    "Seen from its own corner, element (r, c) of the tile of `in` is element (c, r) of the tile of `out`. And block (x, y) of `in` becomes block (y, x) of `out`.",
    "In all four functions, threadIdx.x is the column within a tile, of `in` before the barrier and of `out` after it. Only `fromTile` uses it as a row.",
    "toTile: threadIdx.y * 32 + threadIdx.x. fromTile: threadIdx.x * 32 + threadIdx.y. write: row blockIdx.x * 32 + threadIdx.y, column blockIdx.y * 32 + threadIdx.x, of a matrix with rows of `rows` elements.",
  ],
  wrong: {
    "hands-back-what-it-took": {
      fails: ["write-sectors"],
      says: "Each thread takes the same word that it stored, so you don't need the tile at all. Where do two neighbouring lanes write?",
    },
    "reads-down-columns": {
      fails: ["read-sectors"],
      says: "The matrix is turned as it is read. How far apart are two neighbouring lanes in `in`?",
    },
    "keeps-the-block": {
      fails: ["every-element"],
      says: "Each tile is turned correctly. But where in `out` does the tile of block (1, 0) belong?",
    },
    "turns-the-blocks-only": {
      fails: ["every-element"],
      says: "Each tile ends up where it should. But is it turned the right way when it gets there?",
    },
    "guards-as-before": {
      fails: ["every-element", "written-once"],
      says: "After the barrier your row and column are those of `out`. How many rows does `out` have?",
    },
  },
});
