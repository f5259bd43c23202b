import {
  combine,
  elementOf,
  exported,
  exportedNumber,
  input,
  kernelRequests,
  learnerFunction,
  learnerNumber,
  load,
  output,
  overItems,
  repeat,
  sectors,
  store,
  growing,
} from "#kit";

/** Real and imaginary part, side by side. */
const FLOATS_PER_NUMBER = 2;

/** Sectors of n complex numbers. */
const wholeSectors = ({ n }: { readonly n: number }) => Math.ceil((FLOATS_PER_NUMBER * n) / 8);

export default overItems<{ n: number }>({
  id: "float2-complex",
  title: "A whole complex number at once",
  summary: "The real and imaginary parts lie side by side. Two strided loads fetch one and then the other; one float2 load fetches both.",
  part: 1,
  concepts: ["vector load", "sector", "request", "layout"],
  difficulty: 2,
  minutes: 10,
  exports: [
    learnerNumber("floatsPerLane is the number of floats that an instruction moves for each lane; it takes 2 / floatsPerLane passes.", [
      1,
      FLOATS_PER_NUMBER,
    ]),
    learnerFunction(
      "element(thread, size, pass) gives the first float that the thread works on in that pass, the same in all three arrays, or null.",
    ),
  ],
  items: ({ n }) => n,
  cases: [
    { id: "small", title: "64 numbers, two blocks of 32 threads", size: { n: 64 }, threads: 32 },
    { id: "ragged", title: "1,003 numbers, eight blocks of 128 threads", size: { n: 1003 }, threads: 128 },
    { id: "full-size", title: "262,144 numbers", size: { n: 2 ** 18 }, threads: 256, fullSize: true },
  ],
  larger: growing("n"),
  hidden: (draw) => ({ size: { n: draw.between(257, 4000) }, threads: 32 * draw.between(1, 8) }),
  kernel: ({ size, answer }) => {
    const elementsPerLane = exportedNumber(answer, "floatsPerLane");
    const vector = { index: exported(answer, "element"), elementsPerLane };
    const floats = FLOATS_PER_NUMBER * size.n;
    return {
      size,
      arrays: { a: input(floats), b: input(floats), sum: output(floats) },
      steps: [
        repeat(
          FLOATS_PER_NUMBER / elementsPerLane,
          load("a", { name: "readA", register: "a", ...vector }),
          load("b", { name: "readB", register: "b", ...vector }),
          combine("a", "b"),
          store("sum", { name: "write", register: "a", ...vector }),
        ),
      ],
    };
  },
  expected: () => ({ sum: (elementIndex) => ({ sumOf: [elementOf("a", elementIndex), elementOf("b", elementIndex)] }) }),
  checks: [
    sectors({ access: "readA", atMost: wholeSectors, points: 2 }),
    sectors({ access: "write", atMost: wholeSectors, points: 2 }),
    kernelRequests({ atMost: ({ n }: { readonly n: number }) => 3 * Math.ceil(n / 32), points: 3 }),
  ],
  starterPasses: ["in-bounds", "every-element", "written-once"],
  hints: [
    "In a pass that fetches only real parts, what else is in each sector? And what does the next pass fetch?",
    "A vector of two floats holds a whole complex number. How many passes are left, and where does number t begin?",
    "floatsPerLane = 2, and the element is 2 * t for thread number t below n, null for the others.",
  ],
  wrong: {
    "one-part-after-the-other": {
      fails: ["readA-total-sectors", "write-total-sectors", "kernel-requests"],
      says: "The first pass fetches every sector for its real parts. What does the second pass fetch?",
    },
    "as-a-row-of-floats": {
      fails: ["kernel-requests"],
      says: "Nothing is moved twice now. But each lane moves only four bytes at once: could it move eight?",
    },
    "counts-numbers": {
      fails: ["in-bounds", "every-element"],
      says: "Number 1 doesn't begin at float 1. Where does it begin?",
    },
    "guards-floats": {
      fails: ["every-element"],
      says: "Your guard compares a number of floats with a number of complex numbers. How many floats does each array have?",
    },
  },
});
