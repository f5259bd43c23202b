import { alongRows, bankConflicts, learnerFunction, matricesOfTile, sectorsPerRequest, tileLayout, twoWayAtMost } from "#kit";

const shape = { rows: 16, columns: 64, bytesPerElement: 2, threads: 64 } as const;
/** Tiles that a block takes one after the other. */
const TURNS = 4;

export default tileLayout({
  id: "two-stages",
  title: "A double buffer",
  summary:
    "While one tile is read, the next one is copied: two stages in shared memory, one layout, and no thread may meet the other’s tile.",
  part: 6,
  concepts: ["shared memory", "bank conflict", "swizzle", "barrier", "layout"],
  difficulty: 4,
  minutes: 20,
  exports: [
    learnerFunction(
      "offset(stage, row, column) gives the element of `tile` that holds that element of stage 0 or 1; it is asked for the first of 8 halves.",
    ),
  ],
  tile: {
    ...shape,
    elements: 2 * shape.rows * shape.columns,
    tilesInTurn: TURNS,
    fill: alongRows("copy", { ...shape, elementsPerLane: 8, instruction: "cp.async.cg" }),
    take: matricesOfTile("ldmatrix", { ...shape, instruction: "ldmatrix" }),
  },
  checks: [
    sectorsPerRequest({ access: "copy", atMost: 16, points: 1 }),
    bankConflicts({ access: "ldmatrix", atMost: 0, points: 3 }),
    twoWayAtMost("ldmatrix", { ...shape, rows: TURNS * shape.rows }),
  ],
  starterPasses: ["in-bounds"],
  hints: [
    "Stage 0 and stage 1 each need 1,024 halves of their own. Where does stage 1 begin?",
    "Within a stage, eight rows of 128 bytes want the same piece: each row keeps its pieces in another order.",
    "The order may depend on the row alone: piece ^ (row % 8). Which stage it is changes nothing, as long as a stage begins at a multiple of 128 bytes.",
    "return stage * 1024 + row * 64 + (column ^ (8 * (row % 8)));",
  ],
  wrong: {
    "one-buffer": {
      fails: ["one-place-each", "every-element", "no-race"],
      says: "The layout is free of conflicts, but what does stage do in it? While a warp reads one tile, where does the next one go?",
    },
    "no-stages": {
      fails: ["one-place-each", "every-element", "no-race"],
      says: "While `ldmatrix` reads the tile of one stage, the copy of the next tile is under way. Where does that go, if the layout doesn’t look at `stage`?",
    },
    "plain-stages": {
      fails: ["ldmatrix-conflicts-step", "ldmatrix-conflicts"],
      says: "Two buffers, and each element in its place. In which bank does each row of a matrix begin?",
    },
    "a-row-of-each": {
      fails: ["ldmatrix-conflicts"],
      says: "You put row r of both stages side by side, and swizzle the address. A stage’s rows are then 256 bytes apart: how many arrangements do eight of them have?",
    },
    "stages-overlap": {
      fails: ["one-place-each", "every-element", "no-race"],
      says: "Stage 1 begins 512 halves after stage 0. How many halves has a tile of 16 × 64?",
    },
    "stage-as-a-bit": {
      fails: ["one-place-each", "every-element", "no-race"],
      says: "XOR with 8 swaps neighbouring pieces of a row. Does it move a tile out of the other one’s place?",
    },
    "pieces-first": {
      fails: ["copy-sectors"],
      says: "All rows of a piece one after the other: ldmatrix is happy. To how many sectors of shared memory does one row of the tile go?",
    },
    "too-far-apart": {
      fails: ["in-bounds", "every-element"],
      says: "Stage 1 begins at half 2,048. How many halves has `tile`?",
    },
  },
});
