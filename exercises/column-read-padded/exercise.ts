import { TILE_PITCH, bankConflicts, columnRead, learnerFunction, numberAtMost, growing } from "#kit";

export default columnRead<{ rows: number }>({
  id: "column-read-padded",
  title: "Down a column, with padding",
  summary: "A tile is filled row by row and read column by column. One spare word per row decides what the columns cost.",
  part: 2,
  concepts: ["shared memory", "bank conflict", "padding", "barrier"],
  difficulty: 2,
  minutes: 12,
  exports: [
    TILE_PITCH,
    learnerFunction(
      "toTile(thread, size, pass) gives the word of the tile for the element in row threadIdx.y + 8 * pass, column threadIdx.x.",
    ),
    learnerFunction(
      "fromTile(thread, size, pass) gives the word of the tile for the element in row threadIdx.x, column threadIdx.y + 8 * pass.",
    ),
  ],
  rowsOf: ({ rows }) => rows,
  tile: { rows: 32, columns: 32, threads: [32, 8], pitch: "learner" },
  cases: [
    { id: "one-tile", title: "32 rows, one tile", size: { rows: 32 } },
    { id: "ragged", title: "77 rows, three tiles, the last one partly filled", size: { rows: 77 } },
    { id: "full-size", title: "8,192 rows", size: { rows: 8192 }, fullSize: true },
  ],
  larger: growing("rows"),
  hidden: (draw) => ({ size: { rows: draw.between(33, 300) } }),
  checks: [
    bankConflicts({ access: "toTile", atMost: 0, points: 1 }),
    bankConflicts({ access: "fromTile", atMost: 0, points: 3 }),
    numberAtMost("pitch", 33, "words", {
      points: 2,
      cases: ["one-tile"],
      looseBecause: "a swizzle needs rows of only 32 words; that has its own exercise",
    }),
  ],
  starterPasses: ["in-bounds", "written-once", "no-race"],
  hints: [
    "Write both indexes as row * pitch + column first. What is the row, and what the column, before and after the barrier?",
    "After the barrier, lane i takes row i of one column: neighbouring lanes are `pitch` words apart. Which pitches send 32 lanes to 32 different banks?",
    "pitch = 33: each row begins one bank after the row above. toTile: (threadIdx.y + 8 * pass) * pitch + threadIdx.x; fromTile is the same with x and the rest swapped.",
  ],
  wrong: {
    "no-padding": {
      fails: ["fromTile-conflicts"],
      says: "Rows of 32 words: in which bank does each row begin?",
    },
    "pads-a-vector": {
      fails: ["fromTile-conflicts", "pitch-budget"],
      says: "Padding is the right idea. Four words of padding shift each row by four banks. After how many rows are you back at the first bank?",
    },
    "pads-one-side-only": {
      fails: ["every-element"],
      says: "Where did toTile put the first element of row 1, and where does fromTile look for it?",
    },
    "transposes-on-the-way-in": {
      fails: ["toTile-conflicts"],
      says: "The column walk is gone from fromTile. Where is it now?",
    },
  },
});
