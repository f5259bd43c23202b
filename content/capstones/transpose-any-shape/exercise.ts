import { defineCapstone, floatResult, randomFloats } from "#kit";

interface Size extends Record<string, number> {
  /** Of the matrix. */
  rows: number;
  columns: number;
  /** Extents of the array of three axes. */
  d0: number;
  d1: number;
  d2: number;
  seed: number;
}

export default defineCapstone<Size>({
  id: "transpose-any-shape",
  title: "The transpose, for any shape and one axis more",
  summary:
    "Two kernels: the transpose of a matrix of any shape, and an array of three axes with the first and the last exchanged. Every access coalesced, no bank conflict.",
  part: 2,
  concepts: ["transpose", "bank-conflict", "padding", "coalescing"],
  difficulty: 4,
  minutes: 60,
  entry: "both",
  driver: `// The task's own code: it calls your two functions.
void both(const float* matrix, float* transposed, int rows, int columns, const float* cube, float* swapped, int d0, int d1, int d2) {
  transpose(matrix, transposed, rows, columns);
  swapAxes(cube, swapped, d0, d1, d2);
}
`,
  call: ({ rows, columns, d0, d1, d2, seed }) => [
    randomFloats("matrix", rows * columns, seed),
    floatResult("transposed", rows * columns),
    rows,
    columns,
    randomFloats("cube", d0 * d1 * d2, seed, 1),
    floatResult("swapped", d0 * d1 * d2),
    d0,
    d1,
    d2,
  ],
  reference: ({ rows, columns, d0, d1, d2 }, { matrix = [], cube = [] }) => ({
    transposed: Array.from({ length: rows * columns }, (_, at) => matrix[(at % rows) * columns + Math.floor(at / rows)]!),
    // swapped[k][j][i] = cube[i][j][k]
    swapped: Array.from({ length: d0 * d1 * d2 }, (_, at) => {
      const [i, j, k] = [at % d0, Math.floor(at / d0) % d1, Math.floor(at / (d0 * d1))];
      return cube[(i * d1 + j) * d2 + k]!;
    }),
  }),
  cases: [
    { id: "one-tile", title: "32 × 32, and 32 × 2 × 32", size: { rows: 32, columns: 32, d0: 32, d1: 2, d2: 32, seed: 21 } },
    { id: "ragged", title: "37 × 70, and 45 × 3 × 35", size: { rows: 37, columns: 70, d0: 45, d1: 3, d2: 35, seed: 22 } },
    { id: "full", title: "200 × 136, and 72 × 5 × 40", size: { rows: 200, columns: 136, d0: 72, d1: 5, d2: 40, seed: 23 } },
  ],
  hidden: (draw) => ({
    rows: draw.between(17, 90),
    columns: draw.between(17, 90),
    d0: draw.between(5, 50),
    d1: draw.between(1, 5),
    d2: draw.between(5, 50),
  }),
  budgets: [
    { case: "full", count: "sectors", atMost: 10_400 },
    { case: "full", count: "wavefronts", atMost: 3272 },
  ],
  moves: { case: "full", count: "sectors" },
  why: "A tile of shared memory is filled along the rows of the source and emptied along the rows of the result, so that each request is 4 sectors on both sides; one more column in the tile moves its columns to different banks. With a third axis in between, only the distance from row to row changes.",
  hints: [
    "Follow the 32 lanes of a warp: one of read and write walks along a row, and the other one down a column. Could each be told to walk along a row if the data waited somewhere in between?",
    "A tile of 32 × 32 in shared memory, a barrier, and then every thread writes an element that another one has read. Which guard holds for reading, and which for writing? Which banks does a column of the tile touch?",
    "Read (y, x) of tile (by, bx), write (x, y) of tile (bx, by): out[(bx * 32 + ty) * rows + by * 32 + tx] = tile[tx][ty] with float tile[32][33]. For three axes, blockIdx.z is j, and rows lie d1 * d2 and d1 * d0 floats apart.",
  ],
  wrong: {
    "no-padding": {
      fails: ["wavefronts"],
      says: "Ask yourself: which banks do the 32 lanes touch that read a column of a tile with 32 columns?",
    },
    "straight-to-memory": {
      fails: ["sectors"],
      says: "Ask yourself: reads walk along rows now. How far apart are two neighbouring lanes when they write?",
    },
    "one-guard-for-both": {
      fails: ["values"],
      says: "Ask yourself: the thread that writes is at another place than when it read. Is the edge of the matrix at the same threadIdx for both?",
    },
    "no-barrier": {
      fails: ["values", "findings"],
      says: "Ask yourself: the element that you take out of the tile was put there by a thread of another warp. How do you know that it has come that far?",
    },
    "axes-in-a-row": {
      fails: ["values"],
      says: "Ask yourself: in the array with exchanged axes, how many floats lie between neighbours along the last axis, along the middle one, and along the first?",
    },
  },
});
