import { alongRows, bankConflicts, downColumns, learnerFunction, tileLayout, twoWayAtMost } from "#kit";

const shape = { rows: 32, columns: 32, bytesPerElement: 4, threads: 128 } as const;

export default tileLayout({
  id: "float2-both-ways",
  title: "Pairs in along rows, out down columns",
  summary: "One layout for two directions, with 8 bytes a lane: the swizzle must keep pairs together, and 16 lanes are served at a time.",
  part: 6,
  concepts: ["shared memory", "bank conflict", "swizzle", "layout", "vector load"],
  difficulty: 3,
  minutes: 15,
  exports: [
    learnerFunction("offset(row, column) gives the element of `tile` that holds that element; it is asked for the first of 2 floats."),
  ],
  tile: {
    ...shape,
    elements: shape.rows * shape.columns,
    fill: alongRows("row-store", { ...shape, elementsPerLane: 2 }),
    take: downColumns("column-load", { ...shape, elementsPerLane: 2 }),
  },
  checks: [
    bankConflicts({ access: "row-store", atMost: 0, points: 2 }),
    bankConflicts({ access: "column-load", atMost: 0, points: 3 }),
    twoWayAtMost("column-load", shape),
  ],
  starterPasses: ["in-bounds", "one-place-each", "every-element", "row-store-conflicts"],
  hints: [
    "With 8 bytes a lane, half a warp fills the 32 banks. So only 16 neighbouring rows of a column meet, and each of them needs two banks of its own.",
    "A row has 16 pairs. Let the row decide which pair goes where: pair ^ something with 16 different values over 16 rows.",
    "A pair must stay together, and begin at an even float: move pairs, not floats. The row goes up to 31, a pair’s number only up to 15.",
    "return row * 32 + (column ^ (2 * (row % 16)));",
  ],
  wrong: {
    "plain-rows": {
      fails: ["column-load-conflicts-step", "column-load-conflicts"],
      says: "How many floats apart are two elements of a column, and in which banks do they lie?",
    },
    "xors-floats": {
      fails: ["in-bounds", "every-element"],
      says: "In row 1, column 0 goes to column 1. May a float2 begin there?",
    },
    "pads-by-a-pair": {
      fails: ["in-bounds", "every-element"],
      says: "With a pitch of 34, the banks would be right for both. How many floats do 32 such rows need, and how many has `tile`?",
    },
    "leaves-the-row": {
      fails: ["in-bounds", "every-element"],
      says: "Twice the row goes up to 62. Is column 0 ^ 62 still in its row?",
    },
    "eight-arrangements": {
      fails: ["column-load-conflicts"],
      says: "Rows 0 and 8 keep their pairs in the same order. How many rows are served at a time?",
    },
    "columns-first": {
      fails: ["row-store-conflicts"],
      says: "Down a column, all is well. When half a warp stores a row of pairs, how many floats apart are they?",
    },
    "every-second-row": {
      fails: ["column-load-conflicts"],
      says: "Rows 0 and 1 share an arrangement. Do they share banks, too?",
    },
  },
});
