import { alongRows, bankConflicts, downColumns, learnerFunction, learnerNumber, sharedBytes, tileLayout, twoWayAtMost } from "#kit";

const shape = { rows: 16, columns: 32, bytesPerElement: 4, threads: 128 } as const;

export default tileLayout({
  id: "sixteen-by-thirty-two",
  title: "Sixteen rows, thirty-two lanes",
  summary: "A transpose in which column ^ row, the swizzle that everybody knows, still meets two-way conflicts.",
  part: 6,
  concepts: ["shared memory", "bank conflict", "swizzle", "transpose", "layout"],
  difficulty: 3,
  minutes: 15,
  exports: [
    learnerNumber("elements is the number of floats in `tile`.", [512, 4096]),
    learnerFunction("offset(row, column) gives the element of `tile` that holds that element."),
  ],
  tile: {
    ...shape,
    elements: "learner",
    fill: alongRows("row-store", { ...shape, elementsPerLane: 1 }),
    take: downColumns("column-load", { ...shape, elementsPerLane: 1 }),
  },
  checks: [
    bankConflicts({ access: "row-store", atMost: 0, points: 2 }),
    bankConflicts({ access: "column-load", atMost: 0, points: 3 }),
    twoWayAtMost("column-load", shape),
    sharedBytes({ atMost: shape.rows * shape.columns * shape.bytesPerElement, points: 2, cases: ["one-tile"] }),
  ],
  starterPasses: ["in-bounds", "one-place-each", "every-element", "row-store-conflicts", "shared-bytes"],
  hints: [
    "A column has 16 elements, so a warp of 32 lanes reads two columns at once: lane l reads row l % 16 of column 2c, or of column 2c + 1.",
    "With column ^ row, sixteen rows of column 0 take banks 0 to 15. Which banks do the sixteen rows of column 1 take?",
    "Neighbouring columns differ in their lowest bit. If the row leaves that bit alone, column 2c stays in even banks and column 2c + 1 in odd ones.",
    "return row * 32 + (column ^ (2 * row));",
  ],
  wrong: {
    "plain-rows": {
      fails: ["column-load-conflicts-step", "column-load-conflicts"],
      says: "In which bank is column 0 of each row?",
    },
    "xors-with-the-row": {
      fails: ["column-load-conflicts"],
      says: "That’s the swizzle of a 32 × 32 tile, where a warp reads one column. Here it reads two: which banks do columns 0 and 1 take, over all 16 rows?",
    },
    "pads-without-room": {
      fails: ["in-bounds", "every-element"],
      says: "A pitch of 33: how many floats do 16 such rows need, and how many has `tile`? Before you make it larger: how much may it take?",
    },
    "pads-by-one": {
      fails: ["column-load-conflicts", "shared-bytes"],
      says: "Padding, and still conflicts: with a pitch of 33, where is row 1 of column 0, and where is row 0 of column 1?",
    },
    "pads-by-two": {
      fails: ["shared-bytes"],
      says: "No conflicts: two words of padding are what 16 rows need. But which elements lie in words 32 and 33 of each row?",
    },
    "swizzles-the-row": {
      fails: ["in-bounds", "every-element"],
      says: "XORed with the column, the row goes up to 31. How many rows has the tile?",
    },
    "columns-first": {
      fails: ["row-store-conflicts"],
      says: "Columns in order make the load perfect. When a warp stores a row, how many words apart are its lanes?",
    },
    "four-times-the-row": {
      fails: ["column-load-conflicts"],
      says: "Four times the row leaves two bits alone, and has to be cut to 5 bits. Which rows have the same arrangement now?",
    },
  },
});
