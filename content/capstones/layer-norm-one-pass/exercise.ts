import { defineCapstone, floatResult, randomFloats } from "#kit";

const EPSILON = 1e-5;

export default defineCapstone<{ rows: number; columns: number; seed: number }>({
  id: "layer-norm-one-pass",
  title: "Layer norm, read once",
  summary:
    "Mean, variance, scale, shift: four looks at a row. Let a warp read it once, in vectors, and keep it in registers while it adds up.",
  part: 5,
  concepts: ["coalescing", "vector-load", "warp", "sector"],
  difficulty: 4,
  minutes: 60,
  entry: "layerNorm",
  call: ({ rows, columns, seed }) => [
    { name: "x", type: "f32", length: rows * columns, fill: { random: { seed, from: 4096, to: 4112 } } },
    randomFloats("gain", columns, seed, 1),
    randomFloats("bias", columns, seed, 2),
    floatResult("y", rows * columns),
    rows,
    columns,
  ],
  reference: ({ rows, columns }, { x = [], gain = [], bias = [] }) => {
    const y = new Float64Array(rows * columns);
    for (let row = 0; row < rows; row++) {
      const own = Array.from({ length: columns }, (_, column) => x[row * columns + column]!);
      const mean = own.reduce((sum, value) => sum + value, 0) / columns;
      const variance = own.reduce((sum, value) => sum + (value - mean) ** 2, 0) / columns;
      for (const [column, value] of own.entries()) {
        y[row * columns + column] = ((value - mean) / Math.sqrt(variance + EPSILON)) * gain[column]! + bias[column]!;
      }
    }
    return { y };
  },
  tolerance: { relative: 1e-3, absolute: 1e-3 },
  cases: [
    { id: "small", title: "8 rows of 128", size: { rows: 8, columns: 128, seed: 51 } },
    { id: "ragged", title: "13 rows of 204", size: { rows: 13, columns: 204, seed: 52 } },
    { id: "full", title: "64 rows of 512", size: { rows: 64, columns: 512, seed: 53 } },
  ],
  hidden: (draw) => ({ rows: draw.between(3, 30), columns: 4 * draw.between(5, 90) }),
  budgets: [
    { case: "full", count: "requests", atMost: 1024 },
    { case: "full", count: "sectors", atMost: 16_384 },
  ],
  moves: { case: "full", count: "sectors" },
  why: "Thirty-two lanes read a row side by side, 16 sectors with each float4, and hold it in registers, so that the mean, the variance and the result need no second look at memory. A sum over the warp is five shuffles, without shared memory and without a barrier.",
  hints: [
    "In the starter a lane has a row. How far apart are the elements that the 32 lanes of a warp read at the same time?",
    "Give a row to a warp. How many float4 has each lane of 512 floats, and where can they stay until mean and variance are known?",
    "own[i] = x[row * vectors + lane + 32 * i] for up to 8 float4; sum by __shfl_xor_sync over all 32 lanes; subtract the mean, add up the squares, shuffle again. Lanes beyond the row take part in the shuffles with zeros, and not in the squares.",
  ],
  wrong: {
    "three-looks": {
      fails: ["requests", "sectors"],
      says: "Ask yourself: how often does your kernel ask for each element of x, and where could the first answer have been kept?",
    },
    "mean-of-squares": {
      fails: ["values"],
      says: "Ask yourself: the elements are about 4,100 and their variance is about 20. How many digits are left in a float when you subtract two numbers near 16,800,000?",
    },
    "zeros-count-too": {
      fails: ["values"],
      says: "Ask yourself: lanes beyond the end of the row hold zeros. What is a zero minus the mean, squared?",
    },
    "early-return": {
      fails: ["values"],
      says: "Ask yourself: the shuffle names all 32 lanes in its mask. Which of them have already returned?",
    },
  },
});
