import { alongRows, bankConflicts, learnerFunction, matricesOfTile, tileLayout, twoWayAtMost, sectorsPerRequest } from "#kit";

const shape = { rows: 32, columns: 96, bytesPerElement: 2, threads: 128 } as const;

export default tileLayout({
  id: "value-tile-transposed",
  title: "Values of 96, transposed on the way",
  summary: "ldmatrix.trans reads a tile of V by rows and hands out columns; with a head of 96, the usual swizzle leaves the row.",
  part: 6,
  concepts: ["shared memory", "bank conflict", "swizzle", "transpose", "layout"],
  difficulty: 4,
  minutes: 20,
  exports: [
    learnerFunction("offset(row, column) gives the element of `tile` that holds that element; it is asked for the first of 8 halves."),
  ],
  tile: {
    ...shape,
    elements: shape.rows * shape.columns,
    fill: alongRows("copy", { ...shape, elementsPerLane: 8, instruction: "cp.async.cg" }),
    take: matricesOfTile("ldmatrix-trans", { ...shape, instruction: "ldmatrix", transposed: true }),
  },
  checks: [
    sectorsPerRequest({ access: "copy", atMost: 16, points: 1 }),
    bankConflicts({ access: "ldmatrix-trans", atMost: 0, points: 3 }),
    twoWayAtMost("ldmatrix-trans", shape),
  ],
  starterPasses: ["in-bounds", "one-place-each", "every-element", "copy-sectors"],
  hints: [
    "Transposing happens between lanes, after the rows were read: the addresses are those of eight rows of 16 bytes, as without .trans.",
    "A row is 192 bytes, one and a half times around the banks. Even rows begin in bank 0, odd ones in bank 16: four rows of a matrix meet, not eight.",
    "Four rows need four arrangements of pieces, and 12 pieces are three groups of four. XOR only the two lowest bits of the piece, so that it stays in its group.",
    "return row * 96 + (column ^ (8 * ((row >> 1) & 3)));",
  ],
  wrong: {
    "plain-rows": {
      fails: ["ldmatrix-trans-conflicts-step", "ldmatrix-trans-conflicts"],
      says: "Where do rows 0, 2, 4 and 6 begin, 384 bytes apart?",
    },
    "xors-with-7": {
      fails: ["in-bounds", "one-place-each", "every-element"],
      says: "A row has 12 pieces. Where does piece 8 go in row 7, and whose place is that?",
    },
    "xors-with-row-and-3": {
      fails: ["ldmatrix-trans-conflicts"],
      says: "Rows 0 and 4 both begin in bank 0 and have one arrangement. Which rows could share one instead?",
    },
    "stores-columns": {
      fails: ["in-bounds", "every-element"],
      says: "You transpose while storing. Are the 8 halves of a piece still neighbours, and where does one begin?",
    },
    "pads-by-a-piece": {
      fails: ["in-bounds", "every-element"],
      says: "A pitch of 104 halves would do. How many halves do 32 such rows need, and how many has `tile`?",
    },
    "rotates-by-one-piece": {
      fails: ["copy-sectors", "ldmatrix-trans-conflicts"],
      says: "A rotation by one piece lets pieces of two cache lines meet in one sector of shared memory, which counts for both. And in which banks is piece 0 of rows 1 and 4?",
    },
  },
});
