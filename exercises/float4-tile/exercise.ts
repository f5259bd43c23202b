import { TILE_PITCH, bankConflicts, columnRead, learnerFunction, numberAtMost, growing } from "#kit";

const VECTOR = 4;
/** Vectors per row. */
const VECTORS = 8;

export default columnRead<{ rows: number }>({
  id: "float4-tile",
  title: "A tile of float4",
  summary: "Sixteen bytes per lane, eight lanes at a time: how much padding does a column of vectors need, and in what unit?",
  part: 2,
  concepts: ["shared memory", "bank conflict", "vector load", "padding", "alignment"],
  difficulty: 3,
  minutes: 15,
  exports: [
    TILE_PITCH,
    learnerFunction("toTile(row, vector) gives the first word of the tile that the vector, 0 to 7, of that row is stored in."),
    learnerFunction("fromTile(row, vector) gives the first word of the tile that it is loaded from."),
  ],
  rowsOf: ({ rows }) => rows,
  tile: {
    rows: 32,
    columns: VECTORS,
    threads: [256],
    elementsPerLane: VECTOR,
    pitch: "learner",
    store: { name: "toTile", place: "toTile" },
    load: { name: "fromTile", place: "fromTile" },
  },
  cases: [
    { id: "one-tile", title: "32 rows, one tile", size: { rows: 32 } },
    { id: "ragged", title: "75 rows, three tiles, the last one partly filled", size: { rows: 75 } },
    { id: "full-size", title: "32,768 rows", size: { rows: 2 ** 15 }, fullSize: true },
  ],
  larger: growing("rows"),
  hidden: (draw) => ({ size: { rows: draw.between(33, 300) } }),
  checks: [
    bankConflicts({ access: "toTile", atMost: 0, points: 1 }),
    bankConflicts({ access: "fromTile", atMost: 0, points: 4 }),
    numberAtMost("pitch", (VECTORS + 1) * VECTOR, "words", {
      points: 2,
      cases: ["one-tile"],
      looseBecause: "a swizzle of the vectors needs rows of only 32 words; this exercise is about the unit of padding",
    }),
  ],
  starterPasses: ["written-once", "no-race"],
  hints: [
    "A lane's vector covers four banks. How many lanes does it take to cover all 32, and which lanes are served together?",
    "The eight lanes of a group take eight rows of one column of vectors. Each row must begin four banks after the one before it.",
    "A vector must begin at a multiple of four words, so a row can only grow by whole vectors: pitch = 36, and the vector begins at row * pitch + vector * 4.",
  ],
  wrong: {
    "no-padding": {
      fails: ["fromTile-conflicts"],
      says: "With rows of 32 words, take one vector from each of eight neighbouring rows. In which bank does each of them begin?",
    },
    "pads-a-word": {
      fails: ["in-bounds", "every-element"],
      says: "At which word does row 1 begin now, and may a vector of 16 bytes begin there?",
    },
    "pads-two-vectors": {
      fails: ["fromTile-conflicts", "pitch-budget"],
      says: "Padding is the right idea. Each row begins eight banks after the one before. After how many rows is a group of eight lanes back at the first bank?",
    },
    "counts-vectors": {
      fails: ["in-bounds", "every-element"],
      says: "Does your index count words of the tile, or vectors?",
    },
    "transposes-on-the-way-in": {
      fails: ["toTile-conflicts"],
      says: "Eight lanes store the eight vectors of a row. How far apart are those in your tile?",
    },
  },
});
