import { defineCapstone, floatResult, randomFloats } from "#kit";

export default defineCapstone<{ m: number; n: number; k: number; seed: number }>({
  id: "tiled-product",
  title: "The tiled product, in vectors",
  summary:
    "A matrix product that reads every element hundreds of times. Read once into tiles, move four floats with a request, and let each thread compute a tile of its own.",
  part: 4,
  concepts: ["tiling", "vector-load", "bank-conflict", "coalescing"],
  difficulty: 5,
  minutes: 90,
  entry: "multiply",
  call: ({ m, n, k, seed }) => [randomFloats("a", m * k, seed), randomFloats("b", k * n, seed, 1), floatResult("c", m * n), m, n, k],
  reference: ({ m, n, k }, { a = [], b = [] }) => {
    const c = new Float64Array(m * n);
    for (let row = 0; row < m; row++) {
      for (let i = 0; i < k; i++) {
        const left = a[row * k + i]!;
        for (let column = 0; column < n; column++) c[row * n + column]! += left * b[i * n + column]!;
      }
    }
    return { c };
  },
  tolerance: { relative: 1e-4 },
  cases: [
    { id: "small", title: "64 × 64 times 64 × 64", size: { m: 64, n: 64, k: 64, seed: 41 } },
    { id: "ragged", title: "53 × 44 times 44 × 76", size: { m: 53, n: 76, k: 44, seed: 42 } },
    { id: "full", title: "128 × 128 times 128 × 128", size: { m: 128, n: 128, k: 128, seed: 43 } },
  ],
  hidden: (draw) => ({ m: draw.between(9, 70), n: 4 * draw.between(3, 18), k: 4 * draw.between(3, 18) }),
  // 64 × 64 elements of C per block of 256 threads, 16 columns of A at a time.
  budgets: [
    { case: "full", count: "requests", atMost: 10_112 },
    { case: "full", count: "sectors", atMost: 10_240 },
    { case: "full", count: "wavefronts", atMost: 27_648 },
  ],
  moves: { case: "full", count: "sectors" },
  why: "A block loads each element of its strips of A and B once for 64 rows or columns of C, so that global memory is read 64 times less often than by one thread per element. A thread that holds 4 × 4 sums takes two float4 from shared memory for 16 multiplications, so that shared memory no longer sets the pace.",
  hints: [
    "For one element of C, a thread reads a row of A and a column of B. How many other threads read the same row, and how many of them could sit in the same block?",
    "A block of 256 threads can compute a tile of C of 64 × 64: 16 elements a thread. How many floats of A and of B does it need for 16 steps of k, and how many float4 are that for each thread?",
    "Tiles a[16][64 + 4], turned over while it is filled, and b[16][64]. Per step of k: one float4 of each, 16 multiplications. Two barriers per tile. Outside the matrices load zeros, and don't store.",
  ],
  wrong: {
    "one-float-each": {
      fails: ["requests", "sectors", "wavefronts"],
      says: "Ask yourself: with a tile of 16 × 16 and one sum per thread, how many loads from shared memory are there for each multiplication?",
    },
    "no-second-barrier": {
      fails: ["values", "findings"],
      says: "Ask yourself: a fast warp begins to fill the next tile. Has the slowest warp read the last one to its end?",
    },
    "whole-tiles-only": {
      fails: ["values", "findings"],
      says: "Ask yourself: 53 rows are no multiple of 64. What do the threads of the last tile read, and where do they write?",
    },
    "rows-of-a-as-they-are": {
      fails: ["requests", "wavefronts"],
      says: "Ask yourself: if the tile of A keeps its rows, at which distance do the four values of k = 0 lie that a thread needs, and can one float4 bring them?",
    },
  },
});
