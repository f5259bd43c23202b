import { entryOf, indexedCopy, launchOver, learnerFunction, requests, sectorsPerRequest } from "#kit";

type Lookup = {
  readonly tokens: number;
  /** Floats per row, a multiple of 4. */
  readonly dim: number;
  /** Rows of the table. */
  readonly vocabulary: number;
  /** The row that each token takes. */
  readonly ids: readonly number[];
};

/** Floats that a lane moves at once. */
const VECTOR = 4;
/** Tokens per block; each token has 32 lanes. */
const TOKENS_PER_BLOCK = 4;

/** A text whose token ids are in irregular order and sometimes repeat. */
function textOf(tokens: number, dim: number, vocabulary: number): Lookup {
  const ids = Array.from({ length: tokens }, (_, token) => (token * token * 7 + token * 13 + 29) % vocabulary);
  return { tokens, dim, vocabulary, ids };
}

const launchTokens = ({ tokens }: Pick<Lookup, "tokens">) => launchOver([32, tokens], [32, TOKENS_PER_BLOCK]);

const small = textOf(6, 128, 20);
const wide = textOf(9, 256, 30);
const ragged = textOf(37, 200, 50);
const fullSize = textOf(4096, 512, 8192);

/** Sectors per request in the cases where every lane of a loading warp loads a vector. */
const wholeWarps = { small: 16, wide: 16, "full-size": 16 };

export default indexedCopy<Lookup>({
  id: "embedding-lookup",
  title: "Embedding lookup",
  summary: "Token ids jump around in a table of long rows. But the jumps are between rows: does a warp notice them?",
  part: 2,
  concepts: ["gather", "coalescing", "vector load", "sector"],
  difficulty: 3,
  minutes: 15,
  exports: [
    learnerFunction("passes(thread, size) gives how many vectors the thread copies, at most."),
    learnerFunction("read(thread, size, pass) gives the first of the 4 elements of `table` that the thread loads in this pass, or null."),
    learnerFunction("write(thread, size, pass) gives the first of the 4 elements of `out` that it stores them in, or null."),
  ],
  launch: launchTokens,
  cases: [
    { id: "small", title: "6 tokens, rows of 128 floats", size: small },
    { id: "wide", title: "9 tokens, rows of 256 floats", size: wide },
    { id: "ragged", title: "37 tokens, rows of 200 floats", size: ragged },
    { id: "full-size", title: "4,096 tokens, rows of 512 floats", size: fullSize, fullSize: true },
  ],
  larger: ({ tokens, dim, vocabulary }, factor) => ({ size: textOf(tokens * factor, dim, vocabulary) }),
  hidden: (draw) => {
    const [tokens, dim, vocabulary] = [draw.between(10, 60), 4 * draw.between(9, 100), draw.between(20, 90)];
    const ids = Array.from({ length: tokens }, () => draw.between(0, vocabulary - 1));
    const spareTokens = draw.between(0, 2 * TOKENS_PER_BLOCK);
    return { size: { tokens, dim, vocabulary, ids }, launch: launchTokens({ tokens: tokens + spareTokens }) };
  },
  from: { array: "table", elements: ({ vocabulary, dim }) => vocabulary * dim },
  to: { array: "out", elements: ({ tokens, dim }) => tokens * dim },
  source:
    ({ dim, ids }) =>
    (elementIndex) => {
      const column = elementIndex % dim;
      return entryOf(ids, (elementIndex - column) / dim) * dim + column;
    },
  elementsPerLane: VECTOR,
  passes: "learner",
  correctness: { inBounds: 2, everyElement: 3, writtenOnce: 2 },
  checks: [
    sectorsPerRequest({ access: "read", atMost: wholeWarps, points: 3 }),
    sectorsPerRequest({ access: "write", atMost: wholeWarps, points: 2 }),
    requests({ access: "read", atMost: ({ tokens, dim }: Lookup) => tokens * Math.ceil(dim / VECTOR / 32), points: 2 }),
  ],
  starterPasses: ["in-bounds in ragged"],
  hints: [
    "Rows are far apart, but inside a row everything is in order. How many lanes should look at the same row at the same time?",
    "blockDim is 32 × 4: the 32 lanes of a warp share threadIdx.y. Let blockIdx.y * blockDim.y + threadIdx.y be the token, and share its row among the lanes.",
    "In each pass the warp takes 32 consecutive vectors of the row, 128 floats: lane threadIdx.x takes vector pass * 32 + threadIdx.x. Where does the row end?",
    "passes: Math.ceil(dim / 128). column = 4 * (pass * 32 + threadIdx.x); read: ids[token] * dim + column, write: token * dim + column; null when token >= tokens or column >= dim.",
  ],
  wrong: {
    "one-thread-a-row": {
      fails: ["read-sectors", "write-sectors", "read-requests"],
      says: "Each of your threads walks along its own row. In one pass, how far apart are lanes 0 and 1?",
    },
    "a-run-for-each-lane": {
      fails: ["read-sectors", "write-sectors"],
      says: "Each lane has its own piece of the row and walks along it. Which vectors do lanes 0 and 1 load in the same pass, and which vectors are in between?",
    },
    "every-fourth-lane": {
      fails: ["read-requests"],
      says: "The addresses are right, but most lanes have nothing to do. If a pass moves 32 vectors, not 32 floats, how far along the row does the next pass begin?",
    },
    "floats-for-vectors": {
      fails: ["in-bounds", "every-element"],
      says: "Lane 1 begins one float after lane 0, and each moves four. Where should lane 1 begin?",
    },
    "position-for-id": {
      fails: ["every-element"],
      says: "Which row of the table does token 0 need: the first one, or the one that its id names?",
    },
  },
});
