import {
  alongRows,
  bankConflicts,
  learnerFunction,
  learnerNumber,
  matricesOfTile,
  tileLayout,
  tmaElements,
  tmaPlace,
  twoWayAtMost,
} from "#kit";

const shape = { rows: 32, columns: 64, bytesPerElement: 2, threads: 128 } as const;
/** Where the tile begins in shared memory, in halves. */
const BASE = 192;

export default tileLayout({
  id: "tma-swizzle-128",
  title: "The swizzle is of the address",
  summary:
    "A tile that doesn’t begin at a multiple of 1,024 bytes: the formula with the row, which everybody copies, reads scrambled halves.",
  part: 6,
  concepts: ["shared memory", "bank conflict", "swizzle", "layout", "alignment"],
  difficulty: 5,
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
  checks: [bankConflicts({ access: "ldmatrix", atMost: 0, points: 4 }), twoWayAtMost("ldmatrix", shape)],
  starterPasses: ["box-fits", "in-bounds", "one-place-each"],
  hints: [
    "Write down the byte address of row 0, column 0, and apply TMA’s formula to it. Does it stay where it is?",
    "The tile begins at byte 384 = 3 · 128. Bits 7 to 9 of an address in row r are (r + 3) % 8, not r % 8.",
    "Work with the address: a = 384 + row * 128 + column * 2, then a ^ (((a >> 7) & 7) << 4), and half of that is the offset.",
    "mode = 3; return 192 + row * 64 + (column ^ (8 * ((row + 3) % 8)));",
  ],
  wrong: {
    "no-swizzle": {
      fails: ["ldmatrix-conflicts-step", "ldmatrix-conflicts"],
      says: "Everything arrives. In which bank does each row of a matrix begin?",
    },
    "row-and-7": {
      fails: ["every-element"],
      says: "That’s right for a tile at a multiple of 1,024 bytes. Which 128 bytes of shared memory is row 0 of this one in?",
    },
    "forgets-the-base": {
      fails: ["every-element"],
      says: "Your tile begins at half 0. Where does TMA’s?",
    },
    "plain-read": {
      fails: ["every-element"],
      says: "TMA has swizzled the tile. Where did it put piece 0 of row 0?",
    },
    "a-narrower-mode": {
      fails: ["box-fits", "every-element"],
      says: "A row of the box has 128 bytes. Between how many bytes does mode 2 swap pieces?",
    },
    "bytes-for-halves": {
      fails: ["every-element"],
      says: "You use the formula of byte addresses on a number of halves. Which bit of an offset in halves is bit 7 of the address?",
    },
  },
});
