import { type Batch, bankConflicts, neverSquare, sectorsPerRequest, transposeBatch, growing } from "#kit";

const wholeTiles = { small: 4, batch: 4, "full-size": 4 };

export default transposeBatch<Batch>({
  id: "transpose-rectangular",
  title: "A tile that isn't square",
  summary: "Sixteen rows of 64 become 64 rows of sixteen: renumber the threads after the barrier, and rethink the padding.",
  part: 2,
  concepts: ["transpose", "tiling", "sector", "bank conflict", "padding"],
  difficulty: 4,
  minutes: 30,
  batchOf: (batch) => batch,
  // A row of the tile may have two words of padding.
  tile: { rows: 16, columns: 64, threads: [64, 4], words: 16 * 66 },
  cases: [
    { id: "small", title: "one matrix of 16 × 128, two tiles", size: { matrices: 1, rows: 16, columns: 128 } },
    { id: "batch", title: "three matrices of 48 × 64", size: { matrices: 3, rows: 48, columns: 64 } },
    { id: "ragged", title: "two matrices of 21 × 75, tiles that overhang", size: { matrices: 2, rows: 21, columns: 75 } },
    { id: "full-size", title: "four matrices of 256 × 512", size: { matrices: 4, rows: 256, columns: 512 }, fullSize: true },
  ],
  larger: growing("matrices"),
  hidden: (draw) => {
    const [less, more, matrices] = [draw.between(5, 50), draw.between(51, 110), draw.between(1, 4)];
    return { size: { matrices, ...neverSquare(draw, less, more) } };
  },
  checks: [
    sectorsPerRequest({ access: "read", atMost: wholeTiles, points: 2 }),
    // A warp writes 16 elements of each of two rows.
    sectorsPerRequest({ access: "write", atMost: wholeTiles, elsewhere: 6, points: 3 }),
    bankConflicts({ access: "toTile", atMost: 0, points: 1 }),
    bankConflicts({ access: "fromTile", atMost: 0, points: 3 }),
  ],
  starterPasses: ["in-bounds", "written-once", "read-once in small", "no-race"],
  hints: [
    "A tile of `out` has rows of 16 elements, which fill whole sectors. So a warp that writes should take two rows of it, not 32.",
    "After the barrier, number the 256 threads of the block: t = threadIdx.y * 64 + threadIdx.x. Then t % 16 is the column within the tile of `out`, and every 16 threads take a row, 16 rows per pass.",
    "In `fromTile`, 32 lanes then take two neighbouring columns, 16 rows high, of the tile. If each row starts two banks after the one before, those are in 32 different banks.",
    "toTile: (threadIdx.y + 4 * pass) * 66 + threadIdx.x. With row = Math.floor(t / 16) + 16 * pass and column = t % 16, fromTile: column * 66 + row; write: row blockIdx.x * 64 + row and column blockIdx.y * 16 + column of matrix blockIdx.z.",
  ],
  wrong: {
    "lanes-across-the-rows": {
      fails: ["write-sectors"],
      says: "threadIdx.x goes from 0 to 63, and now it counts rows of `out`. How far apart do two neighbouring lanes write?",
    },
    "one-word-of-padding": {
      fails: ["fromTile-conflicts"],
      says: "A pad is the right idea, and one word is the usual one. A warp takes two columns of 16 rows. With 65 words per row, which words of the two columns share a bank?",
    },
    "no-padding": {
      fails: ["fromTile-conflicts"],
      says: "Rows in, rows out: well done. With 64 words per row, take a word and the one below it: in which bank is each of them?",
    },
    "turned-on-the-way-in": {
      fails: ["toTile-conflicts"],
      says: "Global memory is perfect on both sides. You arranged the tile as `out` will be. How many words apart do two neighbouring lanes store?",
    },
    "reads-as-it-writes": {
      fails: ["read-sectors"],
      says: "Your reads are numbered like the writes: neighbouring lanes take neighbouring rows. How is a row of `in` laid out in memory?",
    },
    "forgets-the-matrix": {
      fails: ["every-element", "written-once", "read-once"],
      says: "Which of your indexes knows blockIdx.z, the matrix that the block works on?",
    },
    "tile-as-if-square": {
      fails: ["every-element", "written-once"],
      says: "A tile of `out` has 64 rows of 16. At which row does the tile of block (1, 0) begin, and at which column does the tile of block (0, 1) begin?",
    },
  },
});
