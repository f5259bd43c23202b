import {
  bankConflicts,
  input,
  learnerFunction,
  learnerLoad,
  learnerStore,
  move,
  output,
  overItems,
  sectorsPerRequest,
  store,
  throughShared,
  tile,
  growing,
} from "#kit";

type Points = { readonly count: number };

/** x, y and z: a struct of 12 bytes, a size that no vector load has. */
const COMPONENTS = 3;

/** One more than needed, for those who would like to pad. */
const TILE_WORDS_PER_THREAD = 4;

/** `out` holds all x, then all y, then all z. */
function componentByComponent({ threadIdx, blockIdx, blockDim }: Thread, { count }: Points, component: number): number | null {
  const item = blockIdx.x * blockDim.x + threadIdx.x;
  return item < count ? component * count + item : null;
}

export default overItems<Points>({
  id: "float3-in-three-loads",
  title: "A float3 in three loads",
  summary: "Structs of 12 bytes, three loads per thread, and every load coalesced: let the block fetch its points together.",
  part: 3,
  concepts: ["coalescing", "layout", "shared memory", "bank conflict", "barrier"],
  difficulty: 3,
  minutes: 15,
  exports: [
    learnerFunction("read(thread, size, pass) gives the float of `in` that the thread loads in pass 0, 1 or 2, or null."),
    learnerFunction("toTile(thread, size, pass) gives the word of the tile that the thread stores it in."),
    learnerFunction(
      "fromTile(thread, size, component) gives the word of the tile that holds component 0, 1 or 2 of the thread's own point.",
    ),
  ],
  items: ({ count }) => count,
  cases: [
    { id: "small", title: "64 points, two blocks of 32 threads", size: { count: 64 }, threads: 32 },
    { id: "ragged", title: "1,003 points, four blocks of 256 threads", size: { count: 1003 }, threads: 256 },
    { id: "full-size", title: "131,072 points", size: { count: 2 ** 17 }, threads: 256, fullSize: true },
  ],
  larger: growing("count"),
  hidden: (draw) => ({ size: { count: draw.between(257, 3000) }, threads: 32 * draw.between(1, 8) }),
  kernel: ({ size, launch, answer }) => ({
    size,
    arrays: {
      in: input(COMPONENTS * size.count, 4, "each-once"),
      tile: tile(TILE_WORDS_PER_THREAD * launch.blockDim.x),
      out: output(COMPONENTS * size.count),
    },
    steps: throughShared(
      move(learnerLoad(answer, "in", "read"), learnerStore(answer, "tile", "toTile")),
      move(learnerLoad(answer, "tile", "fromTile"), store("out", { name: "write", index: componentByComponent })),
      COMPONENTS,
    ),
  }),
  expected: ({ count }) => ({
    out: (elementIndex) => {
      const item = elementIndex % count;
      const component = (elementIndex - item) / count;
      return item * COMPONENTS + component;
    },
  }),
  correctness: { inBounds: 1, everyElement: 2, writtenOnce: 1, noRace: 1, readOnce: 1 },
  checks: [
    sectorsPerRequest({ access: "read", atMost: { small: 4, "full-size": 4 }, points: 2 }),
    bankConflicts({ access: "toTile", atMost: 0, points: 2 }),
    bankConflicts({ access: "fromTile", atMost: 0, points: 2 }),
  ],
  starterPasses: ["in-bounds", "written-once", "no-race", "read-once"],
  hints: [
    "The points of a block are one piece of memory, three floats for each thread. Forget for a moment which float belongs to which thread: how would the block copy that piece?",
    "In each pass the block fetches blockDim.x floats in a row, and the next pass continues where this one ended. The guard counts floats: there are 3 * count.",
    "Keep the floats in the tile in the order in which they arrived. Where is component 1 of thread 5's point?",
    "place = pass * blockDim.x + threadIdx.x; read: blockIdx.x * blockDim.x * 3 + place; toTile: place; fromTile: threadIdx.x * 3 + component. Three is odd, so no two lanes of a warp share a bank.",
  ],
  wrong: {
    "own-three": {
      fails: ["read-sectors"],
      says: "Each thread fetches its own point. In one pass, how many bytes apart do lanes 0 and 1 read?",
    },
    "sorts-on-the-way-in": {
      fails: ["toTile-conflicts"],
      says: "Global memory couldn’t be read better. Lanes 0, 1 and 2 hold the x, y and z of one point, and you store them a whole row of the tile apart. Which banks are those?",
    },
    "pads-to-four": {
      fails: ["toTile-conflicts", "fromTile-conflicts"],
      says: "Every point begins at a multiple of four words. In how many different banks can the x values of 32 points be?",
    },
    "blocks-overlap": {
      fails: ["every-element", "read-once"],
      says: "How many floats do the points of block 0 take up, and where does your block 1 begin to read?",
    },
    "guards-the-points": {
      fails: ["in-bounds", "every-element", "read-once"],
      says: "A thread past the last point has no point of its own, but can still fetch. How many floats are there, and does your guard count points or floats?",
    },
  },
});
