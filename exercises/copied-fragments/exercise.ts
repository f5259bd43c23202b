import {
  alongRows,
  bankConflicts,
  learnerFunction,
  learnerNumber,
  matricesOfTile,
  sectorsPerRequest,
  sharedBytes,
  tileLayout,
  twoWayAtMost,
} from "#kit";

const shape = { rows: 32, columns: 64, bytesPerElement: 2, threads: 128 } as const;

export default tileLayout({
  id: "copied-fragments",
  title: "Fragments of a copied tile",
  summary: "cp.async brings a tile without registers, ldmatrix takes it apart: one layout has to suit both, in exactly 4,096 bytes.",
  part: 6,
  concepts: ["shared memory", "bank conflict", "swizzle", "layout", "sector"],
  difficulty: 3,
  minutes: 15,
  exports: [
    learnerNumber("elements is the number of halves in `tile`.", [2048, 8192]),
    learnerFunction("offset(row, column) gives the element of `tile` that holds that element; it is asked for the first of 8 halves."),
  ],
  tile: {
    ...shape,
    elements: "learner",
    fill: alongRows("copy", { ...shape, elementsPerLane: 8, instruction: "cp.async.cg" }),
    take: matricesOfTile("ldmatrix", { ...shape, instruction: "ldmatrix" }),
  },
  checks: [
    sectorsPerRequest({ access: "copy", atMost: 16, points: 2 }),
    bankConflicts({ access: "ldmatrix", atMost: 0, points: 3 }),
    twoWayAtMost("ldmatrix", shape),
    sharedBytes({ atMost: shape.rows * shape.columns * shape.bytesPerElement, points: 2, cases: ["one-tile"] }),
  ],
  starterPasses: ["in-bounds", "one-place-each", "every-element", "copy-sectors", "shared-bytes"],
  hints: [
    "A row has 8 pieces of 16 bytes, and eight rows of a matrix want the same piece of theirs. Where could each row keep its piece, so that no two are in the same place of their row?",
    "Move whole pieces: write column as 8 * piece, and let the row decide which piece goes where within the row’s 64 halves.",
    "In a fixed row, piece ^ (row % 8) takes each value from 0 to 7 once; in eight rows, a fixed piece does so, too.",
    "return row * 64 + ((column / 8) ^ (row % 8)) * 8;",
  ],
  wrong: {
    "plain-rows": {
      fails: ["ldmatrix-conflicts-step", "ldmatrix-conflicts"],
      says: "The copy is perfect. But in which banks are piece 0 of rows 0 to 7?",
    },
    "pads-by-a-piece": {
      fails: ["copy-sectors", "shared-bytes"],
      says: "The matrices meet no conflict, well done. A sector of 32 bytes is two pieces: in row 1, does each pair of them still lie in one sector of shared memory?",
    },
    "xors-with-the-whole-row": {
      fails: ["in-bounds", "every-element"],
      says: "A row has 8 pieces. What is 0 ^ row in row 9, and is it still in the row?",
    },
    "xors-halves": {
      fails: ["in-bounds", "every-element"],
      says: "Your XOR moves single halves. Does a piece of 16 bytes still begin at a multiple of 8 halves?",
    },
    "two-bits-of-the-row": {
      fails: ["ldmatrix-conflicts"],
      says: "Nearly: rows 0 and 4 of a matrix have the same arrangement. How many arrangements do eight rows need?",
    },
    "every-other-row": {
      fails: ["ldmatrix-conflicts"],
      says: "This is the swizzle of rows with 64 bytes. Rows 0 and 1 are 128 bytes apart here and have one arrangement: in which bank does piece 0 of each lie?",
    },
    "pad-that-is-not-there": {
      fails: ["in-bounds", "every-element"],
      says: "A row of 72 halves, 32 times: how many halves is that, and how many has `tile`?",
    },
  },
});
