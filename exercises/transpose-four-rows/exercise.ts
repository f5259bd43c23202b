import { bankConflicts, sectorsPerRequest, transpose } from "#kit";

const wholeTiles = { wide: 4, tall: 4, "full-size": 4 };

export default transpose({
  id: "transpose-four-rows",
  title: "Four rows per thread",
  summary: "A quarter of the threads for the same tile: each moves four elements, and the pass becomes part of the index.",
  part: 2,
  concepts: ["transpose", "tiling", "shared memory", "coalescing", "bank conflict"],
  difficulty: 3,
  minutes: 20,
  // A row of the tile may have one word of padding.
  tile: { side: 32, threads: [32, 8], words: 32 * 33 },
  cases: [
    { id: "wide", title: "32 × 64, two tiles side by side", size: { rows: 32, columns: 64 } },
    { id: "ragged", title: "77 × 51, tiles that overhang", size: { rows: 77, columns: 51 } },
    { id: "tall", title: "160 × 32, five tiles on top of one another", size: { rows: 160, columns: 32 } },
    { id: "full-size", title: "1,024 × 512", size: { rows: 1024, columns: 512 }, fullSize: true },
  ],
  checks: [
    sectorsPerRequest({ access: "read", atMost: wholeTiles, points: 2 }),
    sectorsPerRequest({ access: "write", atMost: wholeTiles, points: 2 }),
    bankConflicts({ access: "toTile", atMost: 0, points: 1 }),
    bankConflicts({ access: "fromTile", atMost: 0, points: 2 }),
  ],
  starterPasses: ["in-bounds", "no-race"],
  hints: [
    "Within a pass, do what you'd do with a block of 32 × 32 threads: lanes walk along a row. What's left to decide is which rows a pass takes.",
    "A pass covers 8 of the 32 rows: those from threadIdx.y on, in steps of 8. Which row does threadIdx.y = 3 take in pass 2?",
    "y = threadIdx.y + 8 * pass takes the place of threadIdx.y: use it in all four functions. The grid still counts tiles of 32 × 32.",
    "toTile: y * 33 + threadIdx.x. fromTile: threadIdx.x * 33 + y. read: row blockIdx.y * 32 + y, column blockIdx.x * 32 + threadIdx.x. write: row blockIdx.x * 32 + y, column blockIdx.y * 32 + threadIdx.x.",
  ],
  wrong: {
    "four-neighbours-a-thread": {
      fails: ["read-sectors", "write-sectors"],
      says: "Each thread takes four neighbours, one after another. In one pass, how far apart are the elements of lanes 0 and 1?",
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
      says: "Rows in, rows out: well done. With 32 words per row, take a word and the one below it: in which bank is each of them?",
    },
    "turned-on-the-way-in": {
      fails: ["toTile-conflicts"],
      says: "Global memory is perfect on both sides. Each lane stores to its own row. How many words, and so how many banks, apart are lanes 0 and 1?",
    },
  },
});
