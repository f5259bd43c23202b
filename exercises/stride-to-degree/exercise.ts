import {
  bankConflicts,
  barrier,
  defineExercise,
  exported,
  input,
  launch,
  learnerFunction,
  load,
  move,
  output,
  repeat,
  store,
  tile,
  closure,
} from "#kit";

type Walk = {
  readonly columns: number;
  readonly slant: number;
  /** How many columns more the tiles of blocks 1, 3, 5, … have. */
  readonly wider: number;
};

const ROWS = 32;
const WARPS = 8;

const launchBlocks = (blocks: number) => launch([blocks], [ROWS, WARPS]);

/** Columns that a walk can begin in and still end inside the row: lane 31 is 31 slants further right. */
const walksOf = closure(
  { ROWS },
  ({ ROWS }) =>
    ({ columns, slant }: Walk): number =>
      columns - (ROWS - 1) * slant,
);

/** The size of a block's own tile. */
const tileOf = (size: Walk, block: number): Walk => ({ ...size, columns: size.columns + (block % 2) * size.wider });

/** How many more columns all tiles before a block's have together. */
const widerBefore = ({ wider }: Walk, block: number): number => Math.floor(block / 2) * wider;

export default defineExercise<Walk>({
  id: "stride-to-degree",
  title: "From stride to conflict degree",
  summary: "Lanes walk down a tile, straight or diagonally. Choose how long its rows are, so that every walk is free of conflicts.",
  part: 2,
  concepts: ["bank", "bank conflict", "padding", "stride"],
  difficulty: 2,
  minutes: 12,
  exports: [learnerFunction("pitch(size) gives the number of words from one row of the tile to the next.")],
  cases: [
    { id: "straight", title: "32 columns, straight down", size: { columns: 32, slant: 0, wider: 0 }, launch: launchBlocks(1) },
    {
      id: "diagonal",
      title: "40 columns, one to the right with each row",
      size: { columns: 40, slant: 1, wider: 0 },
      launch: launchBlocks(2),
    },
    { id: "odd-columns", title: "33 columns, straight down", size: { columns: 33, slant: 0, wider: 0 }, launch: launchBlocks(3) },
    {
      id: "odd-diagonal",
      title: "45 columns, one to the right with each row",
      size: { columns: 45, slant: 1, wider: 0 },
      launch: launchBlocks(2),
    },
    {
      id: "full-size",
      title: "72 columns, two to the right with each row",
      size: { columns: 72, slant: 2, wider: 0 },
      launch: launchBlocks(128),
      fullSize: true,
    },
  ],
  // An even stride, which needs another pitch, in every second block, and an odd one, which needs none, in the others.
  hidden: (draw) => {
    const slant = draw.oneOf([0, 1, 1, 1, 2]);
    return { size: { columns: (ROWS - 1) * slant + draw.between(20, 90), slant, wider: 1 }, launch: launchBlocks(draw.between(2, 3)) };
  },
  kernel: ({ size, launch: { gridDim }, answer }) => {
    const columns = size.columns + size.wider;
    const warpfulsOfRow = Math.ceil(columns / ROWS);
    const pitch = exported(answer, "pitch");
    const wordAt = closure({ pitch, tileOf, size }, ({ pitch, tileOf, size }) => (row: number, column: number, block: number): unknown => {
      const words = pitch(tileOf(size, block));
      return typeof words === "number" ? row * words + column : words;
    });
    const given = { ROWS, WARPS, size, warpfulsOfRow, tileOf, walksOf, widerBefore, wordAt };
    const filling = (index: (row: number, column: number, block: number) => unknown) =>
      closure(
        { index, ...given },
        ({ index, ROWS, WARPS, size, warpfulsOfRow, tileOf }) =>
          ({ threadIdx, blockIdx }: Thread, _size: Walk, pass: number) => {
            const row = threadIdx.y + WARPS * Math.floor(pass / warpfulsOfRow);
            const column = threadIdx.x + ROWS * (pass % warpfulsOfRow);
            return column < tileOf(size, blockIdx.x).columns ? index(row, column, blockIdx.x) : null;
          },
      );
    const walking = (index: (row: number, walk: number, block: number) => unknown) =>
      closure(
        { index, ...given },
        ({ index, WARPS, size, tileOf, walksOf }) =>
          ({ threadIdx, blockIdx }: Thread, _size: Walk, pass: number) => {
            const walk = threadIdx.y + WARPS * pass;
            return walk < walksOf(tileOf(size, blockIdx.x)) ? index(threadIdx.x, walk, blockIdx.x) : null;
          },
      );
    const elements = ROWS * (gridDim.x * size.columns + widerBefore(size, gridDim.x));
    const results = ROWS * (gridDim.x * walksOf(size) + widerBefore(size, gridDim.x));
    return {
      size,
      arrays: { in: input(elements), tile: tile(ROWS * (columns + 1)), out: output(results) },
      steps: [
        repeat(
          (ROWS / WARPS) * warpfulsOfRow,
          move(
            load("in", {
              name: "read",
              index: filling(
                closure(
                  given,
                  ({ ROWS, size, tileOf, widerBefore }) =>
                    (row: number, column: number, block: number) =>
                      ROWS * (block * size.columns + widerBefore(size, block)) + row * tileOf(size, block).columns + column,
                ),
              ),
            }),
            store("tile", { name: "fill", index: filling(wordAt) }),
          ),
        ),
        barrier,
        repeat(
          Math.ceil((walksOf(size) + size.wider) / WARPS),
          move(
            load("tile", {
              name: "walk",
              index: walking(
                closure(
                  given,
                  ({ size, wordAt }) =>
                    (row: number, walk: number, block: number) =>
                      wordAt(row, walk + size.slant * row, block),
                ),
              ),
            }),
            store("out", {
              name: "write",
              index: walking(
                closure(
                  given,
                  ({ ROWS, size, walksOf, widerBefore }) =>
                    (row: number, walk: number, block: number) =>
                      (block * walksOf(size) + widerBefore(size, block) + walk) * ROWS + row,
                ),
              ),
            }),
          ),
        ),
      ],
    };
  },
  expected: (size) => ({
    out: (elementIndex) => {
      const row = elementIndex % ROWS;
      const walkOfAll = Math.floor(elementIndex / ROWS);
      const ofTwoBlocks = 2 * walksOf(size) + size.wider;
      const block = 2 * Math.floor(walkOfAll / ofTwoBlocks) + (walkOfAll % ofTwoBlocks >= walksOf(size) ? 1 : 0);
      const walk = walkOfAll - block * walksOf(size) - widerBefore(size, block);
      const before = ROWS * (block * size.columns + widerBefore(size, block));
      return before + row * tileOf(size, block).columns + walk + size.slant * row;
    },
  }),
  correctness: { inBounds: 1, everyElement: 2, writtenOnce: 1, noRace: 1 },
  checks: [bankConflicts({ access: "walk", atMost: 0, points: 3 })],
  starterPasses: ["in-bounds", "every-element", "written-once", "no-race", "walk-conflicts in diagonal", "walk-conflicts in odd-columns"],
  hints: [
    "Lane i takes the word at row i, column k + i * slant. How many words is it from one lane to the next?",
    "The stride is pitch + slant. A stride of s words puts gcd(s, 32) words in each bank that it touches. For which strides is that 1?",
    "The only divisors of 32 are powers of two, so the stride must be odd. Of columns and columns + 1, exactly one gives an odd stride.",
  ],
  wrong: {
    "no-padding": {
      fails: ["walk-conflicts"],
      says: "With 32 columns and a straight walk, in which banks are the words of lanes 0 and 1?",
    },
    "always-one-more": {
      fails: ["walk-conflicts"],
      says: "Rows of 33 words are conflict-free as they are. What happens when you add a word?",
    },
    "always-odd": {
      fails: ["walk-conflicts"],
      says: "Well remembered: down a column, odd is the rule. On a diagonal the next lane is one row down and one column right. How many words is that, and is the number odd?",
    },
    "rounds-up-to-a-line": {
      fails: ["in-bounds", "every-element"],
      says: "What does a multiple of 32 do here: put the words of two rows into different banks, or into the same one?",
    },
  },
});
