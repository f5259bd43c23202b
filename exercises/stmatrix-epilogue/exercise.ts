import { alongRows, bankConflicts, learnerFunction, matricesOfTile, tileLayout, twoWayAtMost } from "#kit";

const shape = { rows: 32, columns: 32, bytesPerElement: 2, threads: 64 } as const;

export default tileLayout({
  id: "stmatrix-epilogue",
  title: "An epilogue through stmatrix",
  summary: "Fragments leave by stmatrix and go out in rows of 16-byte stores: rows of 64 bytes want a swizzle of their own.",
  part: 6,
  concepts: ["shared memory", "bank conflict", "swizzle", "layout", "vector load"],
  difficulty: 3,
  minutes: 15,
  exports: [
    learnerFunction("offset(row, column) gives the element of `tile` that holds that element; it is asked for the first of 8 halves."),
  ],
  tile: {
    ...shape,
    elements: shape.rows * shape.columns,
    fill: matricesOfTile("stmatrix", { ...shape, instruction: "stmatrix" }),
    take: alongRows("row-load", { ...shape, elementsPerLane: 8 }),
  },
  checks: [
    bankConflicts({ access: "stmatrix", atMost: 0, points: 3 }),
    twoWayAtMost("stmatrix", shape),
    bankConflicts({ access: "row-load", atMost: 0, points: 2 }),
  ],
  starterPasses: ["in-bounds", "one-place-each", "every-element", "row-load-conflicts"],
  hints: [
    "A row has 64 bytes, half a turn around the 32 banks. Rows 0, 2, 4 and 6 of a matrix begin in bank 0, rows 1, 3, 5 and 7 in bank 16.",
    "A row has only 4 pieces of 16 bytes. Four rows that begin in the same bank need the four different arrangements of p ^ 0, p ^ 1, p ^ 2 and p ^ 3.",
    "Rows 0 and 1 can share an arrangement, since they are in different halves of the banks: let row >> 1 decide.",
    "return row * 32 + ((column / 8) ^ ((row >> 1) & 3)) * 8;",
  ],
  wrong: {
    "plain-rows": {
      fails: ["stmatrix-conflicts-step", "stmatrix-conflicts"],
      says: "Which rows of a matrix begin in bank 0, and how many are there?",
    },
    "xors-with-row-and-3": {
      fails: ["stmatrix-conflicts"],
      says: "Rows 0 and 4 have the same arrangement now, and begin in the same bank. Which two rows could share one without meeting?",
    },
    "xors-with-7": {
      fails: ["in-bounds", "one-place-each", "every-element"],
      says: "That’s the swizzle of rows with 8 pieces. How many has a row of 32 halves, and where does piece 0 ^ 7 lie?",
    },
    "swaps-every-fourth-row": {
      fails: ["stmatrix-conflicts"],
      says: "Rows 0 to 3 have one arrangement. How many of them begin in bank 0?",
    },
    "columns-of-pieces": {
      fails: ["row-load-conflicts"],
      says: "A matrix’s rows are now one after the other, which stmatrix likes. When 8 lanes load two rows, how far apart are the pieces of one row?",
    },
    "pads-each-row": {
      fails: ["in-bounds", "every-element"],
      says: "Padding by a piece would do, but `tile` has 1,024 halves. How many are 32 rows of 40?",
    },
  },
});
