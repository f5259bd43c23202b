import {
  USUAL_CORRECTNESS,
  bankConflicts,
  barrier,
  combine,
  defineExercise,
  exported,
  input,
  launchOver,
  learnerFunction,
  load,
  move,
  output,
  repeat,
  requests,
  store,
  tile,
  growing,
  closure,
  type AnswerFunction,
} from "#kit";

/** `block`: threads per block, and the number of elements that a block adds up. */
type Sums = { readonly n: number; readonly block: number; readonly passes: number };

/** As many passes as it takes to halve the block down to one word. */
const sumsOf = (n: number, block: number): Sums => ({ n, block, passes: Math.ceil(Math.log2(block)) });
/** Whole warps add in each pass, those of a block that isn't full as well. */
function mostRequests({ n, block, passes }: Sums): number {
  const ofBlock = Array.from({ length: passes }, (_, pass) => Math.ceil(2 ** pass / 32)).reduce((sum, each) => sum + each, 0);
  return Math.ceil(n / block) * ofBlock;
}

const launchSums = ({ n, block }: Sums) => launchOver([n], [block]);

const oneBlock = sumsOf(128, 128);
const ragged = sumsOf(300, 128);
const threeWarps = sumsOf(192, 96);
const fullSize = sumsOf(2 ** 16, 256);

export default defineExercise<Sums>({
  id: "reduction-sequential",
  title: "Adding up a block",
  summary:
    "A tree of additions in shared memory: which pairs should meet in which pass, so that no thread races, waits for a bank, or idles?",
  part: 2,
  concepts: ["shared memory", "reduction", "bank conflict", "barrier", "race"],
  difficulty: 3,
  minutes: 20,
  exports: [
    learnerFunction("into(thread, size, pass) gives the word that the thread adds to in this pass, or null if it rests."),
    learnerFunction("from(thread, size, pass) gives the word that it adds, or null if it rests."),
  ],
  launch: launchSums,
  cases: [
    { id: "one-block", title: "128 elements, one block", size: oneBlock },
    { id: "ragged", title: "300 elements, three blocks of 128 threads, the last one partly filled", size: ragged },
    { id: "three-warps", title: "192 elements, two blocks of 96 threads", size: threeWarps },
    { id: "full-size", title: "65,536 elements, blocks of 256 threads", size: fullSize, fullSize: true },
  ],
  larger: growing("n"),
  hidden: (draw) => {
    const block = 32 * draw.between(1, 8);
    const size = sumsOf(draw.between(block + 1, 6 * block), block);
    return { size };
  },
  kernel: ({ size, launch: { gridDim, blockDim }, answer }) => {
    const into = exported(answer, "into");
    const from = exported(answer, "from");
    const ownElement = ({ threadIdx, blockIdx, blockDim }: Thread, { n }: Sums): number | null => {
      const element = blockIdx.x * blockDim.x + threadIdx.x;
      return element < n ? element : null;
    };
    // One `if` around the whole addition: a thread that is inactive on one side is inactive on both.
    const wordUnless = (word: AnswerFunction, other: AnswerFunction) =>
      closure(
        { word, other },
        ({ word, other }) =>
          (thread: Thread, size: Sums, pass: number) =>
            other(thread, size, pass) === null ? null : word(thread, size, pass),
      );
    const intoWord = wordUnless(into, from);
    const fromWord = wordUnless(from, into);
    return {
      size,
      arrays: { in: input(size.n, 4, "each-once"), sums: tile(blockDim.x), out: output(gridDim.x) },
      steps: [
        move(
          load("in", { name: "read", index: ownElement }),
          store("sums", { name: "fill", index: ({ threadIdx }: Thread) => threadIdx.x }),
        ),
        barrier,
        repeat(
          size.passes,
          load("sums", { name: "into", register: "sum", index: intoWord }),
          load("sums", { name: "from", register: "addend", index: fromWord }),
          combine("sum", "addend"),
          store("sums", { name: "add", register: "sum", index: intoWord }),
          barrier,
        ),
        move(
          load("sums", { name: "result", index: ({ threadIdx }: Thread) => (threadIdx.x === 0 ? 0 : null) }),
          store("out", { name: "write", index: ({ threadIdx, blockIdx }: Thread) => (threadIdx.x === 0 ? blockIdx.x : null) }),
        ),
      ],
    };
  },
  expected: ({ n, block: addends }) => ({
    out: (sum) => {
      const first = sum * addends;
      return { sumOf: Array.from({ length: Math.min(addends, n - first) }, (_, addend) => first + addend) };
    },
  }),
  correctness: { ...USUAL_CORRECTNESS, noRace: 2 },
  checks: [
    bankConflicts({ access: "into", atMost: 0, points: 2 }),
    bankConflicts({ access: "from", atMost: 0, points: 2 }),
    requests({ access: "from", atMost: { "one-block": 8, ragged: 22, "full-size": 256 * 12 }, elsewhere: mostRequests, points: 2 }),
  ],
  starterPasses: ["in-bounds", "written-once", "no-race"],
  hints: [
    "Each pass halves what's left. Which words should be left after a pass: every second one, or the first half?",
    "Neighbouring lanes should use neighbouring words, and the threads that still work should fill whole warps: let thread t add to word t.",
    "In a pass with stride s, thread t below s adds word t + s to word t. The strides go down: 64, 32, … 1, and `passes` says how many there are.",
    "s = 2 ** (passes - 1 - pass). A thread rests when t >= s, or when t + s isn't below the number of elements that the block holds: Math.min(blockDim.x, n - blockIdx.x * blockDim.x).",
  ],
  wrong: {
    "doubles-the-stride": {
      fails: ["into-conflicts", "from-conflicts"],
      says: "Your threads are neighbours, but are their words? How far apart are the words of lanes 0 and 1 in the third pass?",
    },
    "every-second-thread": {
      fails: ["from-requests"],
      says: "One lane of a warp works and 31 rest: does that save the warp any instructions?",
    },
    "nobody-rests": {
      fails: ["no-race"],
      says: "In the second pass thread 0 reads word 32. Which thread writes it in the same pass?",
    },
    "forgets-the-last-block": {
      fails: ["every-element"],
      says: "300 elements: how many of them lie in the last block, and what do the words after them hold?",
    },
    "halves-the-block": {
      fails: ["every-element"],
      says: "96, 48, 24, 12, 6, 3, and then? Which word is left behind when 3 is halved?",
    },
    "strides-upwards": {
      fails: ["every-element"],
      says: "Your threads add to the first words, and their strides grow. In pass 0 word 0 gets word 1; who adds up the words in the second half?",
    },
  },
});
