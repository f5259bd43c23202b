import { defineCapstone, floatResult, wholeHalves } from "#kit";

export default defineCapstone<{ m: number; n: number; k: number; seed: number }>({
  id: "tensor-tile-product",
  title: "The tiled product, on tensor cores",
  summary:
    "A product of halves on tensor cores that fetches its fragments word by word, from eight rows that begin in one bank. Fill the tiles without registers, take whole matrices out of them, and find the layout that suits both.",
  part: 6,
  concepts: ["tensor core", "ldmatrix", "cp.async", "swizzle", "bank conflict"],
  difficulty: 5,
  minutes: 90,
  entry: "multiply",
  call: ({ m, n, k, seed }) => [wholeHalves("a", m * k, seed), wholeHalves("b", n * k, seed, 1), floatResult("c", m * n), m, n, k],
  reference: ({ m, n, k }, { a = [], b = [] }) => {
    const c = new Float64Array(m * n);
    for (let row = 0; row < m; row++) {
      for (let column = 0; column < n; column++) {
        let sum = 0;
        for (let i = 0; i < k; i++) sum += a[row * k + i]! * b[column * k + i]!;
        c[row * n + column] = sum;
      }
    }
    return { c };
  },
  cases: [
    { id: "small", title: "64 × 64 times 64 × 64", size: { m: 64, n: 64, k: 64, seed: 61 } },
    { id: "ragged", title: "53 × 88 times 88 × 72", size: { m: 53, n: 72, k: 88, seed: 62 } },
    { id: "full", title: "128 × 128 times 128 × 128", size: { m: 128, n: 128, k: 128, seed: 63 } },
  ],
  hidden: (draw) => ({ m: draw.between(9, 70), n: 8 * draw.between(2, 10), k: 8 * draw.between(2, 12) }),
  // 64 × 64 elements of c per block of 128 threads, 64 columns of a and b at a time.
  budgets: [
    { case: "full", count: "requests", atMost: 1280 },
    { case: "full", count: "wavefronts", atMost: 2048 },
  ],
  moves: { case: "full", count: "wavefronts" },
  why: "A copy of 16 bytes per lane goes from global to shared memory without a register, and one ldmatrix brings 16 × 16 halves. The key of the row puts the eight rows of a matrix into eight different groups of four banks, so that a matrix takes one wavefront instead of eight.",
  hints: [
    "Each register of a fragment has two neighbours of a row, and eight rows go into one request. Rows are 128 bytes apart: how many banks do they begin in?",
    "Copy 16 bytes per lane with `cp.async`, wait for your own copies, then for everybody's at the barrier. One `ldmatrix.x4` fetches 16 × 16 halves: lane l gives the address of row l mod 16, and of the piece l / 16. Outside of the matrix, copy 0 bytes: the rest of the 16 is filled with zeros.",
    "offset(row, column) = row * 64 + (column ^ (row % 8 * 8)) for both sides, or rows that are 72 halves apart. For b, lanes 0 to 7 give rows 0 to 7 of piece 0, the next eight the same rows of piece 1, and the others rows 8 to 15: registers 0 and 1 are for the first eight columns of c, 2 and 3 for the next.",
  ],
  wrong: {
    "word-by-word": {
      fails: ["requests"],
      says: "Ask yourself: a register of each lane holds 4 bytes of a matrix of 8 × 8. How many such matrices does your warp fetch with one request, and how many could it?",
    },
    "through-registers": {
      fails: ["wavefronts"],
      says: "Ask yourself: your 16 bytes wait in registers, and are then stored to the tile. Which wavefronts would a copy without registers save?",
    },
    "key-of-four-rows": {
      fails: ["wavefronts"],
      says: "Ask yourself: how many rows go into one matrix, and how many of them have different keys?",
    },
    "padded-by-one-half": {
      fails: ["values", "findings"],
      says: "Ask yourself: at which byte does row 1 of the tile begin, and which addresses may a copy of 16 bytes and a row of an ldmatrix have?",
    },
    "swizzled-on-one-side": {
      fails: ["values"],
      says: "Ask yourself: your copies put element (row, column) where the layout says. Does whoever reads it ask the same function?",
    },
    "nobody-waits": {
      fails: ["values", "findings"],
      says: "Ask yourself: a barrier waits for threads. Who waits for the copies that they have started?",
    },
    "waits-for-its-own-copies": {
      fails: ["values", "findings"],
      says: "Ask yourself: each thread waits for the copies that it has started. Who started the copies of the rows that it reads?",
    },
    "zeros-left-out": {
      fails: ["values", "findings"],
      says: "Ask yourself: 53 rows don’t fill a tile of 64. What lies in the tile where nothing was copied, and who multiplies it?",
    },
  },
});
