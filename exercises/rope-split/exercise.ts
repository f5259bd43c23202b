import { elementOf, input, learnerFunction, learnerLoad, learnerStore, multiplyAdd, overItems, sectorsPerRequest, growing } from "#kit";

type Queries = { readonly heads: number; readonly tokens: number; readonly headDim: number; readonly positions: readonly number[] };

const THREADS_PER_BLOCK = 256;

/** Several texts in one batch: positions start again after every `length` tokens, one higher each time. */
const packed = (tokens: number, length: number) =>
  Array.from({ length: tokens }, (_, token) => (token % length) + Math.floor(token / length));

const small = { heads: 1, tokens: 4, headDim: 64, positions: packed(4, 3) };
const ragged = { heads: 3, tokens: 7, headDim: 80, positions: packed(7, 4) };
const wide = { heads: 2, tokens: 6, headDim: 128, positions: packed(6, 2) };
const fullSize = { heads: 16, tokens: 128, headDim: 128, positions: packed(128, 48) };

const elementsOf = ({ heads, tokens, headDim }: Queries) => heads * tokens * headDim;
const anglesOf = ({ headDim, positions }: Queries) => ((Math.max(...positions) + 1) * headDim) / 2;
/** A warp has pairs of several heads where these are short, and each may begin inside a sector. */
const inHeads = ({ headDim }: Queries) => 4 + Math.ceil(31 / (headDim / 2)) + 1;
const wholeWarps = { small: 4, wide: 4, "full-size": 4 };

export default overItems<Queries>({
  id: "rope-split",
  title: "Rotary embedding, split halves",
  summary: "The other convention pairs element i with element i + d/2: two loads, and both can be coalesced.",
  part: 5,
  concepts: ["coalescing", "sector", "layout", "gather"],
  difficulty: 3,
  minutes: 15,
  exports: [
    learnerFunction("low(thread, size) gives the element of `x` that is the first of the thread's pair, or null."),
    learnerFunction("high(thread, size) gives the element of `x` that is the second of the thread's pair, or null."),
    learnerFunction("angle(thread, size) gives the element of `cos` and of `sin` that turns the pair, or null."),
  ],
  // One thread per pair.
  items: (size) => elementsOf(size) / 2,
  cases: [
    { id: "small", title: "one head, 4 tokens of 64", size: small, threads: THREADS_PER_BLOCK },
    { id: "ragged", title: "3 heads, 7 tokens of 80", size: ragged, threads: THREADS_PER_BLOCK },
    { id: "wide", title: "2 heads, 6 tokens of 128", size: wide, threads: THREADS_PER_BLOCK },
    { id: "full-size", title: "16 heads, 128 tokens of 128", size: fullSize, threads: THREADS_PER_BLOCK, fullSize: true },
  ],
  larger: growing("heads"),
  hidden: (draw) => {
    const tokens = draw.between(2, 12);
    const positions = Array.from({ length: tokens }, () => draw.between(0, 40));
    const size = { heads: draw.between(2, 5), tokens, headDim: 2 * draw.between(10, 64), positions };
    return { size, threads: THREADS_PER_BLOCK };
  },
  kernel: ({ size, answer }) => ({
    size,
    arrays: { x: input(elementsOf(size)), cos: input(anglesOf(size)), sin: input(anglesOf(size)) },
    steps: [
      learnerLoad(answer, "x", "low", { register: "low" }),
      learnerLoad(answer, "x", "high", { register: "high" }),
      learnerLoad(answer, "cos", "cos", { function: "angle", register: "cos" }),
      learnerLoad(answer, "sin", "sin", { function: "angle", register: "sin" }),
      // Signs are left out: a difference is treated as the sum of the same two products.
      multiplyAdd("newLow", "low", "cos"),
      multiplyAdd("newLow", "high", "sin"),
      multiplyAdd("newHigh", "high", "cos"),
      multiplyAdd("newHigh", "low", "sin"),
      learnerStore(answer, "x", "newLow", { function: "low", register: "newLow" }),
      learnerStore(answer, "x", "newHigh", { function: "high", register: "newHigh" }),
    ],
  }),
  expected: ({ tokens, headDim, positions }) => ({
    x: (elementIndex) => {
      const half = headDim / 2;
      const place = elementIndex % headDim;
      const token = Math.floor(elementIndex / headDim) % tokens;
      const partner = place < half ? elementIndex + half : elementIndex - half;
      const position = positions[token];
      if (position === undefined) throw new RangeError(`token ${token} has no position`);
      const angle = position * half + (place % half);
      const product = (element: number, table: string) => ({ productOf: [elementOf("x", element), elementOf(table, angle)] as const });
      return { sumOf: [product(elementIndex, "cos"), product(partner, "sin")] };
    },
  }),
  correctness: { inBounds: 1, everyElement: 2, writtenOnce: 1, noRace: 1 },
  checks: ["low", "high", "cos", "newLow", "newHigh"].map((access) =>
    sectorsPerRequest({ access, atMost: wholeWarps, elsewhere: inHeads, points: 2 }),
  ),
  starterPasses: ["in-bounds", "written-once", "no-race"],
  hints: [
    "A thread needs two elements that lie far apart. The next thread needs two as well: how far are those from this thread's two?",
    "32 lanes take pairs i, i + 1, …, i + 31 of one head. Their first elements are then 32 neighbours, and so are their second ones.",
    "A head of one token has headDim / 2 pairs: the pair's number modulo that is i, and the quotient is the number of the row, head * tokens + token.",
    "pair = blockIdx.x * blockDim.x + threadIdx.x; half = headDim / 2; row = Math.floor(pair / half); low = row * headDim + pair % half; high = low + half; angle = positions[row % tokens] * half + pair % half.",
  ],
  wrong: {
    "pairs-neighbours": {
      fails: ["every-element"],
      says: "That is the interleaved convention. Which element is the partner of element 0 here: the next one, or the first of the second half?",
    },
    "token-as-fastest": {
      fails: ["low-sectors", "high-sectors", "cos-sectors", "newLow-sectors", "newHigh-sectors"],
      says: "Neighbouring lanes take the same pair of neighbouring tokens. How many elements apart are two tokens?",
    },
    "token-as-position": {
      fails: ["in-bounds", "every-element"],
      says: "The batch holds several texts, one after another. Where do you look up how far into its own text a token is?",
    },
    "one-thread-an-element": {
      fails: ["every-element", "written-once", "no-race"],
      says: "There are half as many threads as elements. How many elements does a thread change, and how many pairs does a head have?",
    },
  },
});
