import {
  type Launch,
  USUAL_CORRECTNESS,
  defineExercise,
  entryOf,
  input,
  launchOver,
  learnerFunction,
  learnerThroughTile,
  output,
  sectorsPerRequest,
  tile,
} from "#kit";

type Gather = {
  readonly n: number;
  readonly inputLength: number;
  /** out[i] = in[indices[i]] */
  readonly indices: readonly number[];
  /** The entries of each block, sorted by index. */
  readonly order: readonly number[];
};

/** Places in a sector of 8 elements that four entries of a block need; two of them need the same one. */
const WITHIN_SECTOR = [0, 3, 3, 6];
/** Coprime to the number of entries of every block: entry q of the sorted order is entry (q × SCRAMBLE) mod that number of the block. */
const SCRAMBLE = 77;

/**
 * A table whose sorted order is known by construction: a block needs ascending sectors, `sectorsApart` apart on average, and its
 * entries are then scrambled.
 */
function gatherOf(n: number, threadsPerBlock: number, sectorsApart: number): Gather {
  const indices = new Array<number>(n);
  const order = new Array<number>(n);
  for (let first = 0; first < n; first += threadsPerBlock) {
    const entries = Math.min(threadsPerBlock, n - first);
    for (let rank = 0; rank < entries; rank++) {
      const group = Math.floor(rank / WITHIN_SECTOR.length);
      const sector = group * sectorsApart + ((group * group * 31 + first * 5) % sectorsApart);
      const entry = first + ((rank * SCRAMBLE) % entries);
      indices[entry] = sector * 8 + entryOf(WITHIN_SECTOR, rank % WITHIN_SECTOR.length) + (group % 2);
      order[first + rank] = entry;
    }
  }
  return { n, inputLength: (threadsPerBlock / WITHIN_SECTOR.length) * sectorsApart * 8, indices, order };
}

/** The entries of each block, from the smallest index to the largest. */
function sortedOrder(indices: readonly number[], threadsPerBlock: number): number[] {
  const blockOf = (entry: number): number => Math.floor(entry / threadsPerBlock);
  return [...indices.keys()].sort((a, b) => blockOf(a) - blockOf(b) || entryOf(indices, a) - entryOf(indices, b));
}

/** Sectors per request, if each warp fetches 32 entries of the sorted order; one more, as it need not be these 32. */
function sortedSectors({ n, indices, order }: Gather, { blockDim }: Launch): number {
  let [sectors, requests] = [0, 0];
  for (let block = 0; block < n; block += blockDim.x) {
    for (let first = block; first < Math.min(block + blockDim.x, n); first += 32) {
      const ranks = order.slice(first, Math.min(first + 32, block + blockDim.x, n));
      sectors += new Set(ranks.map((entry) => Math.floor(entryOf(indices, entry) / 8))).size;
      requests++;
    }
  }
  return sectors / requests + 1;
}

const SMALL_BLOCK = 64;
const BLOCK = 256;

export default defineExercise<Gather>({
  id: "gather-sorted",
  title: "A gather in sorted order",
  summary:
    "An index table jumps all over memory. Let neighbouring lanes fetch neighbouring elements, and sort out in shared memory where each one belongs.",
  part: 1,
  concepts: ["gather", "coalescing", "sector", "shared memory", "barrier"],
  difficulty: 3,
  minutes: 20,
  exports: [
    learnerFunction("read(thread, size) gives the element of `in` that the thread fetches, or null."),
    learnerFunction("toTile(thread, size) gives the word of the tile that the thread puts it in, or null."),
    learnerFunction("fromTile(thread, size) gives the word of the tile that the thread takes after the barrier, or null."),
    learnerFunction("write(thread, size) gives the element of `out` that the thread stores it in, or null."),
  ],
  cases: [
    { id: "small", title: "128 entries, two blocks of 64", size: gatherOf(128, SMALL_BLOCK, 3), launch: launchOver([128], [SMALL_BLOCK]) },
    { id: "ragged", title: "1,000 entries, the last block with 232", size: gatherOf(1000, BLOCK, 7), launch: launchOver([1000], [BLOCK]) },
    {
      id: "full-size",
      title: "262,144 entries over 2 MiB",
      size: () => gatherOf(2 ** 18, BLOCK, 1024),
      launch: launchOver([2 ** 18], [BLOCK]),
      fullSize: true,
    },
  ],
  larger: ({ n }, factor) => ({ size: gatherOf(n * factor, BLOCK, 1024), launch: launchOver([n * factor], [BLOCK]) }),
  hidden: (draw) => {
    const [n, threadsPerBlock] = [draw.between(257, 2000), 32 * draw.between(2, 8)];
    // Two to four entries of a block for each sector.
    const inputLength = 8 * draw.between(threadsPerBlock / 4, threadsPerBlock / 2);
    const indices = Array.from({ length: n }, () => draw.between(0, inputLength - 1));
    const size = { n, inputLength, indices, order: sortedOrder(indices, threadsPerBlock) };
    return { size, launch: launchOver([n], [threadsPerBlock]) };
  },
  kernel: ({ size, launch, answer }) => ({
    size,
    arrays: { in: input(size.inputLength), tile: tile(launch.blockDim.x), out: output(size.n) },
    steps: learnerThroughTile(answer),
  }),
  expected: ({ indices }) => ({ out: (elementIndex) => entryOf(indices, elementIndex) }),
  correctness: { ...USUAL_CORRECTNESS, noRace: 1 },
  checks: [
    sectorsPerRequest({ access: "read", atMost: { small: 8, "full-size": 8 }, elsewhere: sortedSectors, points: 5 }),
    sectorsPerRequest({ access: "write", atMost: { small: 4, "full-size": 4 }, points: 3 }),
  ],
  starterPasses: ["in-bounds", "every-element", "written-once", "no-race", "write-sectors"],
  hints: [
    "The block needs the same elements, whichever thread fetches them. Which 32 should a warp take, so that they lie in few sectors?",
    "Thread t of a block may fetch for entry order[first + t], where first is the block's first entry. It then holds an element that another thread will write.",
    "The tile has one word for each entry of the block. Entry e belongs in word e - first of the tile, and in element e of out: after the barrier, no thread needs a table.",
    "read: indices[order[i]]. toTile: order[i] - blockIdx.x * blockDim.x. fromTile: threadIdx.x. write: i, with i = blockIdx.x * blockDim.x + threadIdx.x, null from n on.",
  ],
  wrong: {
    "in-table-order": {
      fails: ["read-sectors"],
      says: "Lanes 0 and 1 take entries 0 and 1 of the table. Are the elements they name anywhere near each other? Which entries do name neighbours?",
    },
    "writes-in-sorted-order": {
      fails: ["write-sectors"],
      says: "Your reads are as good as they can be. But the writes are in sorted order, too. Where did the jumps go, and what is the tile for?",
    },
    "leaves-them-sorted": {
      fails: ["every-element"],
      says: "Thread 0 fetched the element for entry order[0]. In which word of the tile will the thread that writes that entry look?",
    },
    "entry-as-word": {
      fails: ["in-bounds", "every-element"],
      says: "Entries are numbered across the whole table, but words of the tile start at 0 in each block. What's the number of a block's first entry?",
    },
  },
});
