import { alongRows, bankConflicts, learnerFunction, matricesOfTile, sectorsPerRequest, tileLayout, twoWayAtMost } from "#kit";

const shape = { rows: 16, columns: 128, bytesPerElement: 2, threads: 128 } as const;

export default tileLayout({
  id: "two-way-at-256",
  title: "Rows of 256 bytes",
  summary: "The 128-byte swizzle, which works for half as wide a tile, leaves two-way conflicts: it looks at the wrong bits.",
  part: 6,
  concepts: ["shared memory", "bank conflict", "swizzle", "layout"],
  difficulty: 4,
  minutes: 20,
  exports: [
    learnerFunction("offset(row, column) gives the element of `tile` that holds that element; it is asked for the first of 8 halves."),
  ],
  tile: {
    ...shape,
    elements: shape.rows * shape.columns,
    fill: alongRows("copy", { ...shape, elementsPerLane: 8, instruction: "cp.async.cg" }),
    take: matricesOfTile("ldmatrix", { ...shape, instruction: "ldmatrix" }),
  },
  checks: [
    sectorsPerRequest({ access: "copy", atMost: 16, points: 1 }),
    bankConflicts({ access: "ldmatrix", atMost: 0, points: 3 }),
    twoWayAtMost("ldmatrix", shape),
  ],
  starterPasses: ["in-bounds", "one-place-each", "every-element", "copy-sectors"],
  hints: [
    "The 128-byte swizzle XORs bits 4 to 6 of the byte address with bits 7 to 9. With rows of 256 bytes, which of these bits say which row it is?",
    "Bit 7 says which half of the row it is; only bits 8 and 9 belong to the row’s number. Two bits make four arrangements, for eight rows.",
    "The row’s number begins at bit 8 of the byte address: XOR bits 4 to 6 with bits 8 to 10. Of a row, that’s row % 8.",
    "return row * 128 + (column ^ (8 * (row % 8)));",
  ],
  wrong: {
    "plain-rows": {
      fails: ["ldmatrix-conflicts-step", "ldmatrix-conflicts"],
      says: "Each row is twice around the 32 banks. Where does every row of a matrix begin?",
    },
    "pads-by-a-piece": {
      fails: ["in-bounds", "every-element"],
      says: "With a pitch of 136 halves, ldmatrix would meet no conflict. How many halves do 16 such rows need, and how many has `tile`?",
    },
    "the-128-byte-swizzle": {
      fails: ["ldmatrix-conflicts"],
      says: "That’s Swizzle<3,4,3> of the address, which TMA uses for rows of 128 bytes. Of bits 7, 8 and 9, how many belong to the row’s number here?",
    },
    "shifts-too-far": {
      fails: ["ldmatrix-conflicts"],
      says: "Now bits 9 to 11 decide. Which bit tells rows 0 and 1 apart?",
    },
    "sixteen-pieces": {
      fails: ["ldmatrix-conflicts"],
      says: "XOR with twice the row makes eight numbers of 16 pieces. Pieces 0 and 8 of a row lie 128 bytes apart: are they in different banks?",
    },
    "xors-halves": {
      fails: ["in-bounds", "every-element"],
      says: "Does a piece of 16 bytes still begin at a multiple of 8 halves?",
    },
    "rotates-by-one-piece": {
      fails: ["copy-sectors"],
      says: "No conflicts, well done. A row comes from two cache lines, and a rotation by one piece lets them meet in a sector of shared memory. For how many lines does that sector count?",
    },
    "two-tiles-side-by-side": {
      fails: ["ldmatrix-conflicts-step", "ldmatrix-conflicts"],
      says: "Two tiles of 64 columns, one after the other: a good idea, with rows of 128 bytes. And in which bank does each row begin?",
    },
  },
});
