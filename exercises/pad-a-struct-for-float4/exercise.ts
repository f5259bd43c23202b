import {
  exportedNumber,
  input,
  learnerFunction,
  learnerLoad,
  learnerNumber,
  move,
  numberAtMost,
  output,
  overItems,
  repeat,
  store,
  growing,
  closure,
} from "#kit";

type Particles = { readonly count: number };

const FLOATS_PER_VECTOR = 4;

/** Two vectors hold the seven floats of a struct, and one float of padding. */
const VECTORS = 2;

export default overItems<Particles>({
  id: "pad-a-struct-for-float4",
  title: "Pad a struct for float4",
  summary:
    "Structs of seven floats, read with two float4 loads: find the stride that keeps every vector aligned, and pay for no more than that.",
  part: 4,
  concepts: ["vector load", "alignment", "padding", "layout"],
  difficulty: 2,
  minutes: 10,
  exports: [
    learnerNumber("stride is the number of floats from one struct to the next.", [7, 64]),
    learnerFunction("vector(thread, size, part) gives the float of `structs` that part 0 or 1 of the thread's struct starts at, or null."),
  ],
  items: ({ count }) => count,
  cases: [
    { id: "small", title: "32 structs, one warp", size: { count: 32 }, threads: 32 },
    { id: "ragged", title: "1,003 structs, four blocks of 256 threads", size: { count: 1003 }, threads: 256 },
    { id: "full-size", title: "131,072 structs", size: { count: 2 ** 17 }, threads: 256, fullSize: true },
  ],
  larger: growing("count"),
  hidden: (draw) => ({ size: { count: draw.between(257, 3000) }, threads: 32 * draw.between(1, 8) }),
  kernel: ({ size, answer }) => ({
    size,
    arrays: {
      structs: input(size.count * exportedNumber(answer, "stride")),
      out: output(size.count * VECTORS * FLOATS_PER_VECTOR),
    },
    steps: [
      repeat(
        VECTORS,
        move(
          learnerLoad(answer, "structs", "read", { function: "vector", elementsPerLane: FLOATS_PER_VECTOR }),
          store("out", {
            name: "write",
            index: closure(
              { FLOATS_PER_VECTOR },
              ({ FLOATS_PER_VECTOR }) =>
                ({ threadIdx, blockIdx, blockDim }: Thread, { count }: Particles, part: number) => {
                  const item = blockIdx.x * blockDim.x + threadIdx.x;
                  return item < count ? (part * count + item) * FLOATS_PER_VECTOR : null;
                },
            ),
            elementsPerLane: FLOATS_PER_VECTOR,
          }),
        ),
      ),
    ],
  }),
  expected: ({ count }, answer) => ({
    out: (elementIndex) => {
      const float = elementIndex % FLOATS_PER_VECTOR;
      const vector = (elementIndex - float) / FLOATS_PER_VECTOR;
      const item = vector % count;
      const part = (vector - item) / count;
      return item * exportedNumber(answer, "stride") + part * FLOATS_PER_VECTOR + float;
    },
  }),
  correctness: { inBounds: 2, everyElement: 2, writtenOnce: 1 },
  checks: [numberAtMost("stride", VECTORS * FLOATS_PER_VECTOR, "floats", { points: 2, cases: ["small"] })],
  starterPasses: ["written-once"],
  hints: [
    "A float4 is 16 bytes wide and must start at a multiple of 16 bytes. Where does struct 1 start if structs of seven floats follow each other?",
    "Which strides from 7 up are multiples of four floats, and which of them is the smallest?",
    "stride = 8. Part 0 starts at item * stride, part 1 four floats later: both count floats, not vectors.",
  ],
  wrong: {
    "no-padding": {
      fails: ["in-bounds", "every-element"],
      says: "Seven floats are 28 bytes. Which structs start at a multiple of 16 bytes?",
    },
    "half-a-cache-line": {
      fails: ["stride-budget"],
      says: "Every vector is aligned, but more than half of the array is padding. What's the smallest stride that keeps the vectors aligned?",
    },
    "one-vector-of-padding": {
      fails: ["stride-budget"],
      says: "Every vector is aligned: good. You added a whole vector to the seven floats, and rounded up. How many floats did they lack to the next multiple of four?",
    },
    "counts-vectors": {
      fails: ["in-bounds", "every-element"],
      says: "Does your index count floats or vectors? At which float does part 1 of struct 0 start?",
    },
    "overlapping-parts": {
      fails: ["in-bounds", "every-element"],
      says: "Your second vector starts at the fourth float, so as not to touch the padding. Is that a multiple of 16 bytes?",
    },
  },
});
