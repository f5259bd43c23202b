import { type Matrix, defineExercise, exported, input, launchOver, learnerFunction, load, sectorsPerRequest, closure } from "#kit";

const FLOATS_PER_SECTOR = 8;

/** Length of the array: each row may be padded to whole sectors. */
const roomFor = ({ rows, columns }: Matrix) => rows * FLOATS_PER_SECTOR * Math.ceil(columns / FLOATS_PER_SECTOR);

/** Rows that begin with a sector, 32 elements per request. */
const wholeSectors = ({ columns }: { readonly columns: number }) => Math.ceil(columns / 8) / Math.ceil(columns / 32);

export default defineExercise<Matrix>({
  id: "pitch-of-a-matrix",
  title: "The pitch of a matrix",
  summary:
    "Rows of 1,021 floats, with no gaps between them, can start anywhere in a sector. How far apart should rows be, and what does that cost?",
  part: 4,
  concepts: ["alignment", "padding", "sector", "layout"],
  difficulty: 2,
  minutes: 10,
  exports: [learnerFunction("pitch(columns) gives the number of floats from the start of one row to the start of the next.")],
  launch: ({ rows, columns }) => launchOver([columns, rows], [32, 8]),
  cases: [
    { id: "small", title: "8 × 60", size: { rows: 8, columns: 60 } },
    { id: "ragged", title: "21 × 37, blocks that overhang", size: { rows: 21, columns: 37 } },
    { id: "whole-sectors", title: "12 × 72, rows of whole sectors", size: { rows: 12, columns: 72 } },
    { id: "full-size", title: "1,000 × 1,021", size: { rows: 1000, columns: 1021 }, fullSize: true },
  ],
  // Never whole sectors: these rows need no pitch.
  hidden: (draw) => ({ size: { rows: draw.between(9, 40), columns: 8 * draw.between(5, 24) + draw.between(1, 7) } }),
  kernel: ({ size, answer }) => {
    const pitch = exported(answer, "pitch");
    return {
      size,
      arrays: { matrix: input(roomFor(size), 4, "each-once") },
      steps: [
        load("matrix", {
          name: "read",
          index: closure({ pitch }, ({ pitch }) => ({ threadIdx, blockIdx, blockDim }: Thread, { rows, columns }: Matrix) => {
            const row = blockIdx.y * blockDim.y + threadIdx.y;
            const column = blockIdx.x * blockDim.x + threadIdx.x;
            if (row >= rows || column >= columns) return null;
            // No pitch is a pitch of 0: all rows lie on each other.
            const floats = pitch(columns) ?? 0;
            return typeof floats === "number" ? row * floats + column : floats;
          }),
        }),
      ],
    };
  },
  expected: () => ({}),
  correctness: { inBounds: 2, readAtMostOnce: 2 },
  checks: [sectorsPerRequest({ access: "read", atMost: { small: 4, "full-size": 4 }, elsewhere: wholeSectors, points: 2 })],
  starterPasses: ["in-bounds", "read-at-most-once", "read-sectors in whole-sectors"],
  hints: [
    "Row 0 starts at byte 0. If rows follow each other without a gap, at which byte does row 1 start, and does a sector start there?",
    "A sector holds 8 floats. What's the smallest multiple of 8 that a row of `columns` floats fits into?",
    "Math.ceil(columns / 8) * 8, or (columns + 7) & ~7.",
  ],
  wrong: {
    "no-padding": {
      fails: ["read-sectors"],
      says: "Your rows follow each other without a gap. At which byte does row 1 start, and what is that modulo the size of a sector?",
    },
    "aligned-for-float4": {
      fails: ["read-sectors"],
      says: "Every row starts at a multiple of 16 bytes: enough for a float4. Is it enough for a sector?",
    },
    "whole-cache-lines": {
      fails: ["in-bounds"],
      says: "Each of your rows starts a new cache line. How much memory does a row of 37 floats take up then, and what's the smallest piece that memory moves?",
    },
    "always-pads": {
      fails: ["in-bounds"],
      says: "How much padding does a row of 72 floats need, and how much does yours get?",
    },
    "rounds-down": {
      fails: ["read-at-most-once"],
      says: "Your rows start where sectors do, but is there room for a whole row before the next one starts?",
    },
  },
});
