import { alongRows, bankConflicts, learnerNumber, matricesOfTile, numberAtMost, tileLayout, twoWayAtMost } from "#kit";

const shape = { rows: 32, columns: 64, bytesPerElement: 2, threads: 128 } as const;
/** A row of the tile may have one row of a matrix, 16 bytes, of padding. */
const LONGEST_ROW = 64 + 8;

export default tileLayout({
  id: "ldmatrix-pitch",
  title: "A pitch for ldmatrix",
  summary: "One number decides whether the eight rows of a matrix meet in four banks or spread over all 32.",
  part: 6,
  concepts: ["shared memory", "bank conflict", "padding", "alignment"],
  difficulty: 2,
  minutes: 10,
  exports: [learnerNumber("pitch is the number of halves from one row of the tile to the next.", [64, 1024])],
  tile: {
    ...shape,
    elements: "pitch",
    fill: alongRows("store", { ...shape, elementsPerLane: 8 }),
    take: matricesOfTile("ldmatrix", { ...shape, instruction: "ldmatrix" }),
  },
  checks: [
    bankConflicts({ access: "ldmatrix", atMost: 0, points: 3 }),
    twoWayAtMost("ldmatrix", shape),
    numberAtMost("pitch", LONGEST_ROW, "halves", {
      points: 1,
      cases: ["one-tile"],
      looseBecause: "a pitch that is free of conflicts needs this padding; the prompt says so",
    }),
  ],
  starterPasses: ["in-bounds", "one-place-each", "every-element", "pitch-budget"],
  hints: [
    "One matrix is eight rows of 16 bytes: 128 bytes, as much as the 32 banks have at once. In which bank does each of its rows begin?",
    "A row begins in bank (row * pitch * 2 / 4) % 32. With a pitch of 64 halves, that’s bank 0 for every row.",
    "Every row must begin 4 banks, 16 bytes, after the one before it: add 8 halves. With fewer, it wouldn’t begin at a multiple of 16 bytes.",
  ],
  wrong: {
    "no-padding": {
      fails: ["ldmatrix-conflicts-step", "ldmatrix-conflicts"],
      says: "The rows of a matrix are 128 bytes apart. How many of the 32 banks do eight of them use?",
    },
    "pads-by-one": {
      fails: ["in-bounds", "every-element"],
      says: "One element of padding is right for a column of 4-byte words. At which byte does row 1 begin now, and where may a row of 16 bytes begin?",
    },
    "pads-by-one-word": {
      fails: ["in-bounds", "every-element"],
      says: "A word of padding moves row 1 to byte 132. Is that a multiple of the 16 bytes that a lane’s address must be?",
    },
    "pads-by-two-rows": {
      fails: ["ldmatrix-conflicts", "pitch-budget"],
      says: "Now each row begins 8 banks after the one before it. After how many rows are you back at the first bank?",
    },
    "twice-the-row": {
      fails: ["ldmatrix-conflicts-step", "ldmatrix-conflicts", "pitch-budget"],
      says: "Twice as far apart is still a multiple of 128 bytes. Which bank does every row begin in?",
    },
  },
});
