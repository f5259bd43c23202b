import { alongRows, bankConflicts, learnerFunction, tileLayout, twoWayAtMost, type TileTouch } from "#kit";

const shape = { rows: 32, columns: 32, bytesPerElement: 4, threads: 128 } as const;

/** As the operand a of an `mma` of tf32 wants its elements: a warp takes 8 rows × 4 columns, four lanes a row. */
const elements: TileTouch = {
  name: "element-load",
  elementsPerLane: 1,
  passes: (shape.rows * shape.columns) / shape.threads,
  inGlobal: "registers",
  place: (thread, pass) => {
    const piece = pass * (shape.threads / 32) + Math.floor(thread / 32);
    const perRow = shape.columns / 4;
    const lane = thread % 32;
    return { row: 8 * Math.floor(piece / perRow) + Math.floor(lane / 4), column: 4 * (piece % perRow) + (lane % 4) };
  },
};

export default tileLayout({
  id: "tf32-tile",
  title: "A tile of floats for tf32",
  summary: "cp.async brings four floats at a time, a lane of an mma wants one: the swizzle moves pieces, and single floats are read.",
  part: 6,
  concepts: ["shared memory", "bank conflict", "swizzle", "layout"],
  difficulty: 3,
  minutes: 15,
  exports: [learnerFunction("offset(row, column) gives the element of `tile` that holds that float, for every column.")],
  tile: {
    ...shape,
    elements: shape.rows * shape.columns,
    fill: alongRows("copy", { ...shape, elementsPerLane: 4, instruction: "cp.async.cg" }),
    take: elements,
  },
  checks: [bankConflicts({ access: "element-load", atMost: 0, points: 3 }), twoWayAtMost("element-load", shape)],
  starterPasses: ["in-bounds", "one-place-each", "every-element"],
  hints: [
    "One request reads 8 rows × 4 columns: eight pieces of 16 bytes, one of each row. In which bank does each of them begin?",
    "A row of 32 floats is once around the banks, so all eight pieces begin in the same bank. Let the row decide where its piece goes.",
    "A piece of four floats stays together: XOR the column with a multiple of 4, and leave its two lowest bits alone.",
    "return row * 32 + (column ^ (4 * (row % 8)));",
  ],
  wrong: {
    "plain-rows": {
      fails: ["element-load-conflicts-step", "element-load-conflicts"],
      says: "A row is 32 floats. In which bank is column 0 of each of eight rows?",
    },
    "xors-with-the-row": {
      fails: ["in-bounds", "every-element"],
      says: "That’s the swizzle for single floats. Does a piece of 16 bytes still begin at a multiple of 4 floats?",
    },
    "pads-by-one": {
      fails: ["in-bounds", "every-element"],
      says: "One float of padding is right where every access is of single floats. At which float does row 1 begin now, and may a piece of 16 bytes begin there?",
    },
    "pads-by-a-piece": {
      fails: ["in-bounds", "every-element"],
      says: "With a pitch of 36, the banks would be right. Where does row 31 begin then, in a tile of 1,024 floats?",
    },
    "four-arrangements": {
      fails: ["element-load-conflicts"],
      says: "Rows 0 and 4 have one arrangement. How many rows does one request read?",
    },
    "single-floats-rotate": {
      fails: ["in-bounds", "every-element"],
      says: "Rotating by 1 splits a piece: where is the float that follows the last one of a row?",
    },
  },
});
