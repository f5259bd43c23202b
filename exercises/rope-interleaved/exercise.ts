import {
  combine,
  elementOf,
  exported,
  exportedNumber,
  input,
  learnerFunction,
  learnerNumber,
  load,
  output,
  overItems,
  perCase,
  repeat,
  requests,
  sectors,
  store,
  growing,
} from "#kit";

type Queries = { readonly tokens: number; readonly heads: number; readonly headDim: number; readonly start: number };

const THREADS_PER_BLOCK = 256;
const LANES = 32;
const FLOATS_IN_SECTOR = 8;

const small = { tokens: 2, heads: 2, headDim: 64, start: 3 };
const ragged = { tokens: 5, heads: 3, headDim: 40, start: 0 };
const wide = { tokens: 3, heads: 4, headDim: 128, start: 17 };
const fullSize = { tokens: 128, heads: 32, headDim: 128, start: 1920 };
const wholeWarps = { small, wide, "full-size": fullSize };

const elementsOf = ({ tokens, heads, headDim }: Queries) => tokens * heads * headDim;
const pairsOf = (size: Queries) => elementsOf(size) / 2;

const fewestSectors = perCase(wholeWarps, (size) => elementsOf(size) / FLOATS_IN_SECTOR);
const fewestRequests = (size: Queries) => Math.ceil(pairsOf(size) / LANES);
/** The angles of a head may begin inside a sector, and so may those that a warp begins with. */
const raggedSectors = (size: Queries) => Math.ceil(elementsOf(size) / FLOATS_IN_SECTOR) + fewestRequests(size) + size.tokens * size.heads;

export default overItems<Queries>({
  id: "rope-interleaved",
  title: "Rotary embedding, interleaved",
  summary: "Elements 2i and 2i + 1 turn by the same angle: give each lane its pair in one instruction, and the angle for its position.",
  part: 5,
  concepts: ["vector load", "coalescing", "alignment", "layout"],
  difficulty: 2,
  minutes: 15,
  exports: [
    learnerNumber("width is the number of elements that a lane moves with one instruction: 1 or 2.", [1, 2]),
    learnerFunction("element(thread, size, pass) gives the element of `in`, and of `out`, at which the thread's access starts, or null."),
    learnerFunction("angle(thread, size, pass) gives the element of `angles` at which the thread's access starts, or null."),
  ],
  items: pairsOf,
  cases: [
    { id: "small", title: "2 tokens of 2 heads of 64, from position 3", size: small, threads: THREADS_PER_BLOCK },
    { id: "ragged", title: "5 tokens of 3 heads of 40, from position 0", size: ragged, threads: THREADS_PER_BLOCK },
    { id: "wide", title: "3 tokens of 4 heads of 128, from position 17", size: wide, threads: THREADS_PER_BLOCK },
    {
      id: "full-size",
      title: "128 tokens of 32 heads of 128, from position 1,920",
      size: fullSize,
      threads: THREADS_PER_BLOCK,
      fullSize: true,
    },
  ],
  larger: growing("tokens"),
  hidden: (draw) => ({
    size: { tokens: draw.between(2, 9), heads: draw.between(2, 6), headDim: 2 * draw.between(10, 64), start: draw.between(1, 40) },
    threads: THREADS_PER_BLOCK,
  }),
  // The rotation itself is left out: the kernel adds the element of `angles` to each element, so that `out` shows which angle each
  // element was combined with.
  kernel: ({ size, answer }) => {
    const elementsPerLane = exportedNumber(answer, "width");
    const element = exported(answer, "element");
    const angle = exported(answer, "angle");
    return {
      size,
      arrays: {
        in: input(elementsOf(size), 4, "each-once"),
        angles: input((size.start + size.tokens) * size.headDim),
        out: output(elementsOf(size)),
      },
      steps: [
        repeat(
          2 / elementsPerLane,
          load("in", { name: "read", index: element, elementsPerLane, register: "pair" }),
          load("angles", { name: "angle", index: angle, elementsPerLane, register: "angle" }),
          combine("pair", "angle"),
          store("out", { name: "write", index: element, elementsPerLane, register: "pair" }),
        ),
      ],
    };
  },
  expected: ({ heads, headDim, start }) => ({
    out: (elementIndex) => {
      const position = start + Math.floor(elementIndex / (heads * headDim));
      return { sumOf: [elementOf("in", elementIndex), elementOf("angles", position * headDim + (elementIndex % headDim))] };
    },
  }),
  correctness: { inBounds: 1, everyElement: 2, writtenOnce: 1, readOnce: 1 },
  checks: [
    requests({ access: "read", atMost: fewestRequests, points: 3 }),
    ...["read", "angle", "write"].map((access) => sectors({ access, atMost: fewestSectors, elsewhere: raggedSectors, points: 3 })),
  ],
  starterPasses: ["in-bounds", "every-element", "written-once", "read-once"],
  hints: [
    "Two neighbouring elements, read by one lane: they can travel in one float2. How many sectors do 32 lanes then ask for, and how many when each lane reads its two floats one after the other?",
    "With a width of 2 there is one pass. Indexes still count elements: pair p of `in` starts at element 2 * p.",
    "Tokens are heads * headDim elements apart. The angles are the same for all heads: which element of its head is the pair's first?",
    "element = 2 * (blockIdx.x * blockDim.x + threadIdx.x); token = Math.floor(element / (heads * headDim)); angle = (start + token) * headDim + element % headDim.",
  ],
  wrong: {
    "one-float-at-a-time": {
      fails: ["read-requests", "read-total-sectors", "angle-total-sectors", "write-total-sectors"],
      says: "In one pass your lanes touch elements 0, 2, 4, …; in the next 1, 3, 5, …. Which sectors does each of the two passes move?",
    },
    "counts-pairs": {
      fails: ["in-bounds", "every-element", "read-once"],
      says: "Lane 1 takes the second pair. At which element does that pair begin, counted in floats?",
    },
    "token-as-position": {
      fails: ["every-element"],
      says: "The first `start` tokens were rotated long ago. Which position does token 0 of this launch have?",
    },
    "counts-heads-as-tokens": {
      fails: ["in-bounds", "every-element"],
      says: "How many elements of `in` belong to one token: those of one head, or those of all its heads?",
    },
    "head-as-fastest": {
      fails: ["read-total-sectors", "write-total-sectors"],
      says: "Your neighbouring lanes take the same pair of neighbouring heads. How many elements apart are they?",
    },
  },
});
