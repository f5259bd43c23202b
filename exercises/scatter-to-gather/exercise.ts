import {
  READS_ELEMENT,
  USUAL_CORRECTNESS,
  WRITES_ELEMENT,
  entryOf,
  indexedCopy,
  launchOver,
  sectorsPerRequest,
  takeOne,
  type Draw,
} from "#kit";

type Permutation = {
  readonly n: number;
  /** Element i of `in` belongs in element target[i] of `out`. */
  readonly target: readonly number[];
  /** Its inverse: element j of `out` comes from element source[j] of `in`. */
  readonly source: readonly number[];
};

/** Element i goes to i × `factor` + 5, modulo n. With a factor coprime to n and not its own inverse, this is a permutation unlike its inverse. */
function permutationOf(n: number, factor: number): Permutation {
  // A loop: every command that reads all exercises waits for half a million elements.
  const target = new Array<number>(n);
  for (let i = 0; i < n; i++) target[i] = (i * factor + 5) % n;
  return withInverse(target);
}

function shuffled(n: number, draw: Draw): Permutation {
  const left = Array.from({ length: n }, (_, j) => j);
  return withInverse(Array.from({ length: n }, () => takeOne(draw, left)));
}

function withInverse(target: readonly number[]): Permutation {
  const source = new Array<number>(target.length);
  for (let i = 0; i < target.length; i++) source[entryOf(target, i)] = i;
  return { n: target.length, target, source };
}

const SMALL_BLOCK = 128;
const BLOCK = 256;

export default indexedCopy<Permutation>({
  id: "scatter-to-gather",
  title: "A scatter turned into a gather",
  summary: "A permutation has to jump around on one side. You're given both tables: choose the side.",
  part: 1,
  concepts: ["scatter", "gather", "coalescing", "sector"],
  difficulty: 2,
  minutes: 10,
  exports: [READS_ELEMENT, WRITES_ELEMENT],
  cases: [
    { id: "small", title: "256 elements, two blocks of 128", size: permutationOf(256, 41), launch: launchOver([256], [SMALL_BLOCK]) },
    { id: "ragged", title: "1,000 elements, four blocks of 256", size: permutationOf(1000, 377), launch: launchOver([1000], [BLOCK]) },
    {
      id: "full-size",
      title: "524,288 elements",
      size: () => permutationOf(2 ** 19, 324005),
      launch: launchOver([2 ** 19], [BLOCK]),
      fullSize: true,
    },
  ],
  hidden: (draw) => {
    const n = draw.between(300, 3000);
    const threads = 32 * draw.between(1, 8);
    // Some blocks may have nothing to do: a guard must hold for them as well.
    return { size: shuffled(n, draw), launch: launchOver([n + draw.between(0, 2 * threads)], [threads]) };
  },
  from: { array: "in", elements: ({ n }) => n, reads: "each-once" },
  to: { array: "out", elements: ({ n }) => n },
  source:
    ({ source }) =>
    (elementIndex) =>
      entryOf(source, elementIndex),
  correctness: { ...USUAL_CORRECTNESS, readOnce: 1 },
  checks: [sectorsPerRequest({ access: "write", atMost: { small: 4, "full-size": 4 }, points: 4 })],
  starterPasses: ["in-bounds", "written-once", "read-once"],
  hints: [
    "A thread has two ways to say what it does: “this element of `in`, wherever it goes” or “this element of `out`, wherever it comes from”. Which way are the writes in order?",
    "Let the thread's number in the launch be the element of `out`. Which of the two tables knows where that one comes from?",
    "write: i = blockIdx.x * blockDim.x + threadIdx.x, null from n on. read: source[i], with the same guard.",
  ],
  wrong: {
    scatters: {
      fails: ["write-sectors"],
      says: "Your reads are in order and your writes jump. How much of each sector does a warp write, and what does memory have to do with the rest of it?",
    },
    "gathers-by-target": {
      fails: ["every-element"],
      says: "target[i] says where element i of `in` goes. Is that also where element i of `out` comes from?",
    },
    "follows-both-tables": {
      fails: ["every-element"],
      says: "Element source[i] goes to out[target[i]]. Which element really belongs there? Does one of the two sides already have the right index?",
    },
    "forgets-the-block": {
      fails: ["every-element", "written-once", "read-once"],
      says: "Which element of `out` does thread 0 of block 1 write? And thread 0 of block 0?",
    },
  },
});
