import {
  defineExercise,
  everyElement,
  exported,
  inBounds,
  input,
  launchOver,
  load,
  move,
  output,
  repeat,
  requests,
  sectorsPerRequest,
  store,
  writtenOnce,
} from "#kit";

type Lookup = {
  readonly tokens: number;
  /** Floats of a row, a multiple of 4. */
  readonly dim: number;
  /** Rows of the table. */
  readonly vocabulary: number;
  /** The row that each token takes. */
  readonly ids: readonly number[];
};

/** Floats that a lane moves at once. */
const VECTOR = 4;
/** 32 lanes for a token, and this many tokens a block. */
const TOKENS_PER_BLOCK = 4;

/** A text whose tokens come in no order and come back now and then. */
function textOf(tokens: number, dim: number, vocabulary: number): Lookup {
  const ids = Array.from({ length: tokens }, (_, token) => (token * token * 7 + token * 13 + 29) % vocabulary);
  return { tokens, dim, vocabulary, ids };
}

const launchTokens = (tokens: number) => launchOver([32, tokens], [32, TOKENS_PER_BLOCK]);

const small = textOf(6, 128, 20);
const wide = textOf(9, 256, 30);
const ragged = textOf(37, 200, 50);
const fullSize = textOf(4096, 512, 8192);

/** Every warp that loads loads a whole vector in each lane. */
const wholeWarps = { small: 16, wide: 16, "full-size": 16 };

export default defineExercise<Lookup>({
  id: "embedding-lookup",
  title: "Embedding lookup",
  summary: "Token ids jump about in a table of long rows. The jumps are between rows: what does a warp see of them?",
  part: 5,
  concepts: ["gather", "coalescing", "vector load", "sector"],
  difficulty: 3,
  minutes: 15,
  points: 49,
  exports: [
    { name: "passes", kind: "function", description: "passes(thread, size) gives how many vectors the thread copies, at most." },
    {
      name: "read",
      kind: "function",
      description: "read(thread, size, pass) gives the first of the 4 elements of `table` that the thread loads in this pass, or null.",
    },
    {
      name: "write",
      kind: "function",
      description: "write(thread, size, pass) gives the first of the 4 elements of `out` that it stores them in, or null.",
    },
  ],
  cases: [
    { id: "small", title: "6 tokens, rows of 128 floats", size: small, launch: launchTokens(small.tokens) },
    { id: "wide", title: "9 tokens, rows of 256 floats", size: wide, launch: launchTokens(wide.tokens) },
    { id: "ragged", title: "37 tokens, rows of 200 floats", size: ragged, launch: launchTokens(ragged.tokens) },
    { id: "full-size", title: "4,096 tokens, rows of 512 floats", size: fullSize, launch: launchTokens(fullSize.tokens), fullSize: true },
  ],
  hidden: (draw) => {
    const [tokens, dim, vocabulary] = [draw.between(10, 60), 4 * draw.between(9, 100), draw.between(20, 90)];
    const ids = Array.from({ length: tokens }, () => draw.between(0, vocabulary - 1));
    const spareTokens = draw.between(0, 2 * TOKENS_PER_BLOCK);
    return { size: { tokens, dim, vocabulary, ids }, launch: launchTokens(tokens + spareTokens) };
  },
  kernel: ({ size, answer }) => ({
    size,
    arrays: { table: input(size.vocabulary * size.dim), out: output(size.tokens * size.dim) },
    steps: [
      {
        ...repeat(
          exported(answer, "passes"),
          move(
            load("table", { name: "read", index: exported(answer, "read"), elementsPerLane: VECTOR }),
            store("out", { name: "write", index: exported(answer, "write"), elementsPerLane: VECTOR }),
          ),
        ),
        name: "passes",
      },
    ],
  }),
  expected: ({ dim, ids }) => ({
    out: (elementIndex) => {
      const column = elementIndex % dim;
      return ids[(elementIndex - column) / dim] * dim + column;
    },
  }),
  checks: [
    inBounds({ points: 2 }),
    everyElement({ points: 3 }),
    writtenOnce({ points: 2 }),
    sectorsPerRequest({ access: "read", atMost: wholeWarps, points: 3 }),
    sectorsPerRequest({ access: "write", atMost: wholeWarps, points: 2 }),
    requests({ access: "read", atMost: { small: 6, wide: 18, "full-size": 16384 }, points: 2 }),
  ],
  hints: [
    "Rows are far apart, but inside a row everything is in order. How many lanes should look at the same row at the same time?",
    "blockDim is 32 × 4: the 32 lanes of a warp share threadIdx.y. Let blockIdx.y * blockDim.y + threadIdx.y be the token, and share out its row among the lanes.",
    "In each pass the warp takes 32 consecutive vectors of the row, 128 floats: lane threadIdx.x takes vector pass * 32 + threadIdx.x. Where does the row end?",
    "passes: Math.ceil(dim / 128). column = 4 * (pass * 32 + threadIdx.x); read: ids[token] * dim + column, write: token * dim + column; null when token ≥ tokens or column ≥ dim.",
  ],
  wrong: {
    "one-thread-a-row": {
      fails: ["read-sectors", "write-sectors", "read-requests"],
      says: "Each of your threads walks along a row of its own. In one pass, how far apart are the places of lanes 0 and 1?",
    },
    "a-run-for-each-lane": {
      fails: ["read-sectors", "write-sectors"],
      says: "Each lane has a piece of the row to itself and walks along it. Which vectors do lanes 0 and 1 load in the same pass? Which lie between them?",
    },
    "every-fourth-lane": {
      fails: ["read-requests"],
      says: "The addresses are right and most lanes have nothing to do. If a pass moves 32 vectors and not 32 floats, how far along the row does the next one begin?",
    },
    "floats-for-vectors": {
      fails: ["in-bounds", "every-element"],
      says: "Lane 1 begins one float after lane 0, and each moves four. Where should lane 1 begin?",
    },
    "position-for-id": {
      fails: ["every-element"],
      says: "Which row of the table does token 0 want: the first one, or the one that its id names?",
    },
  },
});
