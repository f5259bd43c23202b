import {
  bankConflicts,
  barrier,
  defineExercise,
  exported,
  exportedNumber,
  input,
  launchOver,
  learnerFunction,
  learnerLoad,
  learnerNumber,
  learnerStore,
  load,
  move,
  multiplyAdd,
  numberAtMost,
  output,
  repeat,
  sectorsPerRequest,
  store,
  tile,
  growing,
  closure,
} from "#kit";

type Attention = { readonly queries: number; readonly keys: number; readonly heads: number };

/** 16-bit numbers in one key of one head. */
const HEAD_DIM = 64;
const BYTES = 2;
/** Numbers in a vector of 16 bytes. */
const VECTOR = 8;
/** Keys per tile: one per lane. */
const KEYS = 32;
/** Queries per block: one per warp. */
const QUERIES = 4;
/** Passes in which the threads of a block load a tile, one vector per thread and pass. */
const PASSES = (KEYS * HEAD_DIM) / (VECTOR * KEYS * QUERIES);
/** A row of the tile may have one vector of padding. */
const LONGEST_ROW = HEAD_DIM + VECTOR;

const queryOf = closure(
  { QUERIES },
  ({ QUERIES }) =>
    ({ threadIdx, blockIdx }: Thread) =>
      blockIdx.y * QUERIES + threadIdx.y,
);
const keyOf = closure(
  { KEYS },
  ({ KEYS }) =>
    ({ threadIdx, blockIdx }: Thread) =>
      blockIdx.x * KEYS + threadIdx.x,
);
const hasScore = closure(
  { queryOf, keyOf },
  ({ queryOf, keyOf }) =>
    (thread: Thread, { queries, keys }: Attention) =>
      queryOf(thread) < queries && keyOf(thread) < keys,
);
const given = { HEAD_DIM, VECTOR, queryOf, keyOf, hasScore };

const bring = { elementsPerLane: VECTOR, register: "chunk" };

export default defineExercise<Attention>({
  id: "k-tile-transposed",
  title: "A tile of K, read as its transpose",
  summary:
    "The heart of attention: load 32 keys row by row, 16 bytes per lane, then let each lane walk along its own key without conflicts.",
  part: 5,
  concepts: ["shared memory", "bank conflict", "vector load", "padding", "swizzle", "alignment"],
  difficulty: 5,
  minutes: 30,
  exports: [
    learnerNumber("pitch is the number of 16-bit numbers from one row of the tile to the next.", [HEAD_DIM, 1024]),
    learnerFunction(
      "readK(thread, size, pass) gives the element of `k` at which the thread's vector of 8 starts, in pass 0 or 1, or null.",
    ),
    learnerFunction("toTile(thread, size, pass) gives the element of the tile at which that vector goes."),
    learnerFunction(
      "fromTile(thread, size, chunk) gives the element of the tile at which numbers 8 * chunk to 8 * chunk + 7 of key threadIdx.x start.",
    ),
  ],
  launch: ({ queries, keys, heads }) => launchOver([keys, queries, heads], [KEYS, QUERIES]),
  cases: [
    { id: "small", title: "4 queries, 32 keys, one head", size: { queries: 4, keys: 32, heads: 1 } },
    { id: "three-heads", title: "4 queries, 64 keys, 3 heads", size: { queries: 4, keys: 64, heads: 3 } },
    { id: "ragged", title: "6 queries, 45 keys, 2 heads", size: { queries: 6, keys: 45, heads: 2 } },
    { id: "full-size", title: "8 queries, 1,024 keys, 4 heads", size: { queries: 8, keys: 1024, heads: 4 }, fullSize: true },
  ],
  larger: growing("heads"),
  hidden: (draw) => ({ size: { queries: draw.between(1, 6), keys: draw.between(33, 60), heads: draw.between(2, 3) } }),
  kernel: ({ size, answer }) => {
    const { queries, keys, heads } = size;
    const fromTile = exported(answer, "fromTile");
    return {
      size,
      arrays: {
        q: input(queries * heads * HEAD_DIM, BYTES),
        k: input(keys * heads * HEAD_DIM, BYTES),
        tile: tile(KEYS * exportedNumber(answer, "pitch"), BYTES),
        scores: output(heads * queries * keys),
      },
      steps: [
        repeat(PASSES, move(learnerLoad(answer, "k", "readK", bring), learnerStore(answer, "tile", "toTile", bring))),
        barrier,
        repeat(
          HEAD_DIM / VECTOR,
          load("q", {
            name: "readQ",
            index: closure(
              given,
              ({ HEAD_DIM, VECTOR, queryOf, hasScore }) =>
                (thread: Thread, size: Attention, chunk: number) =>
                  hasScore(thread, size) ? (queryOf(thread) * size.heads + thread.blockIdx.z) * HEAD_DIM + VECTOR * chunk : null,
            ),
            elementsPerLane: VECTOR,
            register: "query",
          }),
          load("tile", {
            name: "fromTile",
            index: closure(
              { hasScore, fromTile },
              ({ hasScore, fromTile }) =>
                (thread: Thread, size: Attention, chunk: number) =>
                  hasScore(thread, size) ? fromTile(thread, size, chunk, 0) : null,
            ),
            elementsPerLane: VECTOR,
            register: "key",
          }),
          multiplyAdd("score", "query", "key"),
        ),
        store("scores", {
          name: "write",
          index: closure(
            given,
            ({ queryOf, keyOf, hasScore }) =>
              (thread: Thread, size: Attention) =>
                hasScore(thread, size) ? (thread.blockIdx.z * size.queries + queryOf(thread)) * size.keys + keyOf(thread) : null,
          ),
          register: "score",
        }),
      ],
    };
  },
  expected: ({ queries, keys, heads }) => ({
    scores: (elementIndex) => {
      const key = elementIndex % keys;
      const query = Math.floor(elementIndex / keys) % queries;
      const head = Math.floor(elementIndex / (keys * queries));
      const sumOf = Array.from({ length: HEAD_DIM }, (_, i) => ({
        productOf: [
          { array: "q", elementIndex: (query * heads + head) * HEAD_DIM + i },
          { array: "k", elementIndex: (key * heads + head) * HEAD_DIM + i },
        ] as const,
      }));
      return { sumOf };
    },
  }),
  correctness: { inBounds: 1, everyElement: 2, noRace: 1 },
  checks: [
    sectorsPerRequest({ access: "readK", atMost: { small: 16, "three-heads": 16, "full-size": 16 }, points: 2 }),
    bankConflicts({ access: "toTile", atMost: 0, points: 1 }),
    bankConflicts({ access: "fromTile", atMost: 0, points: 3 }),
    numberAtMost("pitch", LONGEST_ROW, "numbers", {
      points: 2,
      cases: ["small"],
      looseBecause: "a swizzle needs no padding at all; the prompt says so and allows both",
    }),
  ],
  starterPasses: ["in-bounds", "no-race"],
  hints: [
    "One head of a key is 64 numbers of 2 bytes: 8 lanes with 16 bytes each carry it. How many keys does a warp bring in per request, and the block per pass?",
    "Loads of 16 bytes are served 8 lanes at a time, and 8 lanes fill all 32 banks once. Lanes 0 to 7 read the same chunk of keys 0 to 7: in which banks do those begin when a row has 64 numbers?",
    "One vector of padding shifts each row by 4 banks: a pitch of 72 numbers. You can't use less, because every vector must start at a multiple of 8 numbers.",
    "number = pass * 128 + threadIdx.y * 32 + threadIdx.x; key = Math.floor(number / 8), chunk = number % 8. readK: ((32 * blockIdx.x + key) * heads + blockIdx.z) * 64 + 8 * chunk. toTile: key * 72 + 8 * chunk. fromTile: threadIdx.x * 72 + 8 * chunk.",
  ],
  wrong: {
    "no-padding": {
      fails: ["fromTile-conflicts"],
      says: "The keys come in perfectly. Eight lanes read the same chunk of eight keys, 128 bytes apart. In which bank does each of them begin?",
    },
    "pads-by-one-word": {
      fails: ["in-bounds", "every-element"],
      says: "One word of padding works for lanes of 4 bytes. At which address does row 1 begin now, and may a vector of 16 bytes start there?",
    },
    "pads-by-two-vectors": {
      fails: ["fromTile-conflicts", "pitch-budget"],
      says: "Padding is the right idea. Two vectors of padding shift each row by 8 banks. After how many rows are you back at the first bank?",
    },
    "a-key-for-each-lane": {
      fails: ["readK-sectors", "toTile-conflicts", "fromTile-conflicts"],
      says: "Each lane loads from the key that it will work on. How far apart are two lanes' vectors, and do any share a sector?",
    },
    "forgets-the-head": {
      fails: ["every-element"],
      says: "The heads of a key lie side by side. For the same head, how far is it from one key to the next?",
    },
  },
});
