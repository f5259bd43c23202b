import { defineCapstone, floatResult, randomFloats } from "#kit";

export default defineCapstone<{ rows: number; columns: number; seed: number }>({
  id: "saxpy-down-columns",
  title: "SAXPY, no longer down the columns",
  summary:
    "Every column of a row-major matrix has its own factor, and the code that came with it walks down the columns. Walk along the rows, in vectors, and keep the factors.",
  part: 3,
  concepts: ["sector", "vector-load", "coalescing", "row-major"],
  difficulty: 3,
  minutes: 45,
  entry: "saxpyColumns",
  call: ({ rows, columns, seed }) => [
    randomFloats("a", columns, seed),
    randomFloats("x", rows * columns, seed, 1),
    randomFloats("y", rows * columns, seed, 2),
    floatResult("out", rows * columns),
    rows,
    columns,
  ],
  reference: (size, { a = [], x = [], y = [] }) => ({
    out: Array.from({ length: size.rows * size.columns }, (_, at) => a[at % size.columns]! * x[at]! + y[at]!),
  }),
  tolerance: { relative: 1e-5, absolute: 1e-6 },
  cases: [
    { id: "small", title: "16 × 64", size: { rows: 16, columns: 64, seed: 31 } },
    { id: "ragged", title: "33 × 75", size: { rows: 33, columns: 75, seed: 32 } },
    { id: "full", title: "128 × 256", size: { rows: 128, columns: 256, seed: 33 } },
  ],
  hidden: (draw) => ({ rows: draw.between(5, 70), columns: draw.between(5, 140) }),
  budgets: [
    { case: "full", count: "requests", atMost: 776 },
    { case: "full", count: "sectors", atMost: 12_416 },
  ],
  moves: { case: "full", count: "sectors" },
  why: "Along a row, 32 lanes with a float4 each touch 16 sectors and use all their bytes, where 32 lanes down a column touch 32 sectors and use an eighth; and one request carries what four did. A thread that stays in its columns and goes down the rows loads its four factors once.",
  hints: [
    "The 32 lanes of a warp have 32 neighbouring rows in the starter. How many bytes lie between two of them, and how many sectors does one load touch?",
    "Which of row and column should change from lane to lane, so that neighbours in the warp are neighbours in memory? And which of a[column], x and y is the same for all rows that one thread visits?",
    "Thread t has columns 4 t … 4 t + 3 as a float4, loads its factors once and goes down some 32 rows. With columns that are no multiple of 4, rows are not aligned to 16 bytes: take single floats then.",
  ],
  wrong: {
    "vectors-on-ragged-rows": {
      fails: ["values", "findings"],
      says: "Ask yourself: with 75 columns, at which byte does the second row begin, and is that a multiple of 16?",
    },
    "vectors-down-the-column": {
      fails: ["sectors", "requests"],
      says: "Ask yourself: a float4 per lane is 16 bytes. Where are the next 16 bytes in memory, and which lane asks for them?",
    },
    "one-element-each": {
      fails: ["sectors", "requests"],
      says: "Ask yourself: the rows are coalesced now. How many requests does a row of 256 floats take, and how often is each factor loaded from memory?",
    },
    "factor-of-the-row": {
      fails: ["values"],
      says: "Ask yourself: in a vector of four columns, does the factor of the first one hold for the other three?",
    },
  },
});
