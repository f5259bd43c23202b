import {
  bankConflicts,
  barrier,
  defineExercise,
  everyElement,
  exported,
  exportedNumber,
  inBounds,
  input,
  launch,
  load,
  move,
  noRace,
  numberAtMost,
  output,
  store,
  tile,
  writtenOnce,
} from "#kit";

type Strip = { readonly rows: number };

const ROWS = 32;
const VECTOR = 4;
/** Vectors of a row. */
const VECTORS = 8;
const COLUMNS = VECTORS * VECTOR;
const THREADS = ROWS * VECTORS;

const launchTiles = ({ rows }: Strip) => launch([Math.ceil(rows / ROWS)], [THREADS]);

const oneTile = { rows: 32 };
const ragged = { rows: 75 };
const fullSize = { rows: 2 ** 15 };

export default defineExercise<Strip>({
  id: "float4-tile",
  title: "A tile of float4",
  summary: "Sixteen bytes a lane, eight lanes at a time: how much padding does a column of vectors need, and in what unit?",
  part: 2,
  concepts: ["shared memory", "bank conflict", "vector load", "padding", "alignment"],
  difficulty: 3,
  minutes: 15,
  points: 32,
  exports: [
    { name: "pitch", kind: "number", description: "pitch is the number of words from one row of the tile to the next.", range: [1, 1024] },
    {
      name: "toTile",
      kind: "function",
      description: "toTile(row, vector) gives the first word of the tile that the vector, 0 to 7, of that row is stored in.",
    },
    {
      name: "fromTile",
      kind: "function",
      description: "fromTile(row, vector) gives the first word of the tile that it is loaded from.",
    },
  ],
  cases: [
    { id: "one-tile", title: "32 rows, one tile", size: oneTile, launch: launchTiles(oneTile) },
    { id: "ragged", title: "75 rows, three tiles, the last one part full", size: ragged, launch: launchTiles(ragged) },
    { id: "full-size", title: "32,768 rows", size: fullSize, launch: launchTiles(fullSize), fullSize: true },
  ],
  hidden: (draw) => {
    const size = { rows: draw.between(33, 300) };
    return { size, launch: launchTiles(size) };
  },
  kernel: ({ size, answer }) => {
    const { rows } = size;
    const toTile = exported(answer, "toTile");
    const fromTile = exported(answer, "fromTile");
    return {
      size,
      arrays: {
        in: input(rows * COLUMNS),
        tile: tile(ROWS * exportedNumber(answer, "pitch")),
        out: output(rows * COLUMNS),
      },
      steps: [
        move(
          load("in", {
            name: "read",
            elementsPerLane: VECTOR,
            index: ({ threadIdx, blockIdx }: Thread) => {
              const firstElement = (blockIdx.x * THREADS + threadIdx.x) * VECTOR;
              return firstElement < rows * COLUMNS ? firstElement : null;
            },
          }),
          store("tile", {
            name: "toTile",
            elementsPerLane: VECTOR,
            index: ({ threadIdx }: Thread) => toTile(Math.floor(threadIdx.x / VECTORS), threadIdx.x % VECTORS),
          }),
        ),
        barrier,
        move(
          load("tile", {
            name: "fromTile",
            elementsPerLane: VECTOR,
            index: ({ threadIdx }: Thread) => fromTile(threadIdx.x % ROWS, Math.floor(threadIdx.x / ROWS)),
          }),
          store("out", {
            name: "write",
            elementsPerLane: VECTOR,
            index: ({ threadIdx, blockIdx }: Thread) => {
              const row = blockIdx.x * ROWS + (threadIdx.x % ROWS);
              return row < rows ? (Math.floor(threadIdx.x / ROWS) * rows + row) * VECTOR : null;
            },
          }),
        ),
      ],
    };
  },
  expected: ({ rows }) => ({
    out: (elementIndex) => {
      const component = elementIndex % VECTOR;
      const vectorIndex = (elementIndex - component) / VECTOR;
      const row = vectorIndex % rows;
      return row * COLUMNS + ((vectorIndex - row) / rows) * VECTOR + component;
    },
  }),
  checks: [
    inBounds({ points: 1 }),
    everyElement({ points: 2 }),
    writtenOnce({ points: 1 }),
    noRace({ points: 1 }),
    bankConflicts({ access: "toTile", atMost: 0, points: 1 }),
    bankConflicts({ access: "fromTile", atMost: 0, points: 4 }),
    numberAtMost("pitch", COLUMNS + VECTOR, "words", {
      points: 2,
      cases: ["one-tile"],
      looseBecause: "a swizzle of the vectors needs rows of 32 words only; this exercise is about the unit of padding",
    }),
  ],
  hints: [
    "A lane's vector covers four banks. How many lanes does it take to cover all 32, and which lanes are served together?",
    "The eight lanes of a group take eight rows of one column of vectors. Each row must begin four banks further on than the last.",
    "A vector must begin at a multiple of four words, so a row can grow by whole vectors only: pitch = 36, and the vector lies at row * pitch + vector * 4.",
  ],
  wrong: {
    "no-padding": {
      fails: ["fromTile-conflicts"],
      says: "Rows of 32 words: in which bank does the vector of each of eight neighbouring rows begin?",
    },
    "pads-a-word": {
      fails: ["in-bounds", "every-element"],
      says: "At which word does row 1 begin now, and may a vector of 16 bytes begin there?",
    },
    "pads-two-vectors": {
      fails: ["fromTile-conflicts", "pitch-budget"],
      says: "Each row begins eight banks further on. After how many rows is a group of eight lanes back at the first bank?",
    },
    "counts-vectors": {
      fails: ["in-bounds", "every-element"],
      says: "Does your index count words of the tile, or vectors?",
    },
    "transposes-on-the-way-in": {
      fails: ["toTile-conflicts"],
      says: "Eight lanes store the eight vectors of a row. How far apart do those lie in your tile?",
    },
  },
});
