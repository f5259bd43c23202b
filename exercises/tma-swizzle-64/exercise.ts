import {
  alongRows,
  bankConflicts,
  learnerFunction,
  learnerNumber,
  matricesOfTile,
  sharedBytes,
  tileLayout,
  tmaElements,
  tmaPlace,
  twoWayAtMost,
} from "#kit";

const shape = { rows: 32, columns: 32, bytesPerElement: 2, threads: 64 } as const;
/** Where the tile begins in shared memory, in halves. */
const BASE = 0;

export default tileLayout({
  id: "tma-swizzle-64",
  title: "What TMA did to 64 bytes",
  summary: "A box of 64-byte rows lands swizzled: choose TMA’s mode, and read what it wrote.",
  part: 6,
  concepts: ["shared memory", "bank conflict", "swizzle", "layout"],
  difficulty: 4,
  minutes: 20,
  exports: [
    learnerNumber("mode is the number of bits that TMA swizzles by: 0 for none, 1 for 32 bytes, 2 for 64, 3 for 128.", [0, 3]),
    learnerFunction(
      "offset(row, column) gives the element of `tile` at which TMA has put that element; it is asked for the first of 8 halves.",
    ),
  ],
  tile: {
    ...shape,
    base: BASE,
    elements: (answer) => tmaElements({ ...shape, base: BASE }, answer),
    fill: alongRows("tma", { ...shape, elementsPerLane: 8, instruction: "TMA" }),
    filledAt: tmaPlace({ ...shape, base: BASE }),
    take: matricesOfTile("ldmatrix", { ...shape, instruction: "ldmatrix" }),
  },
  checks: [
    bankConflicts({ access: "ldmatrix", atMost: 0, points: 4 }),
    twoWayAtMost("ldmatrix", shape),
    sharedBytes({ atMost: 2048, points: 2, cases: ["one-tile"] }),
  ],
  starterPasses: ["box-fits", "in-bounds", "one-place-each", "every-element", "shared-bytes"],
  hints: [
    "Without a swizzle, four of the eight rows of a matrix begin in the same bank. Mode 2 permutes the four pieces of 64 bytes.",
    "TMA swizzles the byte address: bits 4 and 5, the piece, are XORed with bits 7 and 8. With rows of 64 bytes, which row is at bit 7?",
    "Bit 6 tells rows 0 and 1 apart; bits 7 and 8 are row >> 1. So two neighbouring rows have one arrangement.",
    "mode = 2; return row * 32 + (column ^ (8 * ((row >> 1) & 3)));",
  ],
  wrong: {
    "no-swizzle": {
      fails: ["ldmatrix-conflicts-step", "ldmatrix-conflicts"],
      says: "Everything arrives. Which rows of a matrix begin in bank 0?",
    },
    "plain-read": {
      fails: ["every-element"],
      says: "TMA has swizzled the tile. Where did it put piece 0 of row 2?",
    },
    "row-and-3": {
      fails: ["every-element"],
      says: "You XOR with the row’s two lowest bits. TMA takes bits 7 and 8 of the byte address: is the row’s lowest bit among them?",
    },
    "a-wider-mode": {
      fails: ["shared-bytes"],
      says: "It’s right and free of conflicts. With mode 3, how far apart does TMA put rows of 64 bytes, and what lies between them?",
    },
    "a-narrower-mode": {
      fails: ["box-fits", "every-element"],
      says: "A row of the box has 64 bytes. Between how many bytes does mode 1 swap pieces?",
    },
    "bytes-for-halves": {
      fails: ["every-element"],
      says: "You use the formula of byte addresses on a number of halves. Which bit of an offset in halves is bit 7 of the address?",
    },
  },
});
