import {
  USUAL_CORRECTNESS,
  bankConflicts,
  combine,
  defineExercise,
  exported,
  exportedNumber,
  input,
  launch,
  learnerFunction,
  learnerNumber,
  load,
  move,
  output,
  repeat,
  sharedBytes,
  step,
  store,
  tile,
  type Launch,
  closure,
} from "#kit";

type Items = { readonly items: number; readonly passes: number; readonly binOf: readonly number[] };

const BINS = 16;
const THREADS = 64;
const WORD_BYTES = 4;

const launchItems = ({ items, passes }: Items) => launch([Math.ceil(items / (THREADS * passes))], [THREADS]);

const binsOf = (items: number, binOf: (item: number) => number): number[] => Array.from({ length: items }, (_, item) => binOf(item));

/** The upper four bits of a multiplicative hash: pseudo-random bins, the same on every machine. */
const scatteredBin = (item: number): number => Math.imul(item + 1, 0x9e3779b1) >>> 28;

const mixed = { items: 128, passes: 2, binOf: binsOf(128, (item) => (item < THREADS ? 3 : item % BINS)) };
const ragged = { items: 500, passes: 3, binOf: binsOf(500, scatteredBin) };
const crowded = { items: 384, passes: 6, binOf: binsOf(384, (item) => (item * item) % BINS) };
const fullSize = { items: 2 ** 16, passes: 32, binOf: binsOf(2 ** 16, (item) => scatteredBin(item) & scatteredBin(item >> 3)) };

/** Sixteen lanes share each bank at first: 15 conflicts per request, of which there is one for each bin and warp. */
const halfOfConflicts = (_: Items, { gridDim }: Launch) => gridDim.x * (THREADS / 32) * BINS * 7;

export default defineExercise<Items>({
  id: "histogram-per-lane",
  title: "A histogram for every thread",
  summary: "Private counters need no atomics. Lay them out so that no data, however unlucky, can make two lanes meet in a bank.",
  part: 2,
  concepts: ["shared memory", "bank conflict", "layout", "histogram"],
  difficulty: 3,
  minutes: 15,
  exports: [
    learnerNumber("words is the number of words of shared memory that a block uses.", [1, 8192]),
    learnerFunction("counter(bin, owner) gives the word that holds the counter of a bin (0 to 15) for a thread of the block (0 to 63)."),
  ],
  launch: launchItems,
  cases: [
    { id: "mixed", title: "128 items: one bin for all lanes, then a different bin for each", size: mixed },
    { id: "ragged", title: "500 items, pseudo-random bins, three blocks", size: ragged },
    { id: "crowded", title: "384 items that crowd into four bins", size: crowded },
    { id: "full-size", title: "65,536 items, most of them in few bins", size: fullSize, fullSize: true },
  ],
  hidden: (draw) => {
    const passes = draw.between(2, 8);
    const items = draw.between(THREADS * passes + 1, 4 * THREADS * passes);
    const crowd = Array.from({ length: draw.between(1, BINS) }, () => draw.between(0, BINS - 1));
    const size = { items, passes, binOf: binsOf(items, () => draw.oneOf(crowd)) };
    return { size };
  },
  kernel: ({ size, launch: { gridDim }, answer }) => {
    const { items, passes } = size;
    const counter = exported(answer, "counter");
    const savedElement = closure(
      { BINS, THREADS },
      ({ BINS, THREADS }) =>
        ({ threadIdx, blockIdx }: Thread, _size: Items, bin: number) =>
          (blockIdx.x * BINS + bin) * THREADS + threadIdx.x,
    );
    const itemOf = closure({ THREADS }, ({ THREADS }) => ({ threadIdx, blockIdx }: Thread, { items, passes }: Items, pass: number) => {
      const item = (blockIdx.x * passes + pass) * THREADS + threadIdx.x;
      return item < items ? item : null;
    });
    const counterOfBin = closure(
      { counter },
      ({ counter }) =>
        ({ threadIdx }: Thread, _size: Items, bin: number) =>
          counter(bin, threadIdx.x),
    );
    const counterOfItem = closure({ counter, itemOf }, ({ counter, itemOf }) => (thread: Thread, size: Items, pass: number) => {
      const item = itemOf(thread, size, pass);
      return item === null ? null : counter(size.binOf[item], thread.threadIdx.x);
    });
    return {
      size,
      arrays: {
        saved: input(gridDim.x * BINS * THREADS),
        weights: input(items),
        counters: tile(exportedNumber(answer, "words")),
        out: output(gridDim.x * BINS * THREADS),
      },
      steps: [
        repeat(
          BINS,
          move(load("saved", { name: "restore", index: savedElement }), store("counters", { name: "fill", index: counterOfBin })),
        ),
        repeat(
          passes,
          load("weights", {
            name: "weigh",
            register: "weight",
            index: itemOf,
          }),
          load("counters", { name: "look-up", register: "count", index: counterOfItem }),
          combine("count", "weight"),
          store("counters", { name: "update", register: "count", index: counterOfItem }),
        ),
        repeat(BINS, move(load("counters", { name: "collect", index: counterOfBin }), store("out", { name: "save", index: savedElement }))),
      ],
    };
  },
  expected: ({ passes, items, binOf }) => ({
    out: (elementIndex) => {
      const owner = elementIndex % THREADS;
      const bin = Math.floor(elementIndex / THREADS) % BINS;
      const block = Math.floor(elementIndex / (THREADS * BINS));
      const ownItems = Array.from({ length: passes }, (_, pass) => (block * passes + pass) * THREADS + owner);
      const counted = ownItems.filter((item) => item < items && binOf[item] === bin);
      return { sumOf: [{ array: "saved", elementIndex }, ...counted.map((item) => ({ array: "weights", elementIndex: item }))] };
    },
  }),
  correctness: { ...USUAL_CORRECTNESS, noRace: 1 },
  checks: [
    step(bankConflicts({ access: "fill", atMost: halfOfConflicts, points: 1 }), "`fill` meets at most half of its bank conflicts"),
    bankConflicts({ access: "fill", atMost: 0, points: 1 }),
    bankConflicts({ access: "look-up", atMost: 0, points: 3 }),
    bankConflicts({ access: "update", atMost: 0, points: 2 }),
    sharedBytes({ atMost: BINS * THREADS * WORD_BYTES, points: 3 }),
  ],
  starterPasses: ["in-bounds", "every-element", "written-once", "no-race", "shared-bytes"],
  hints: [
    "You can't choose the bins; the data does. What can you rely on about a lane, whatever the data?",
    "If all of a thread's counters lie in one bank, its lane never leaves that bank. How far apart are words of the same bank?",
    "64 counters of bin 0, one per thread, then 64 of bin 1: the bank is owner % 32 for every bin.",
  ],
  wrong: {
    "owner-after-owner": {
      fails: ["fill-conflicts-step", "fill-conflicts", "look-up-conflicts", "update-conflicts"],
      says: "Each thread's sixteen counters lie side by side. In which banks do lanes 0 and 2 keep bin 3?",
    },
    "padded-owners": {
      fails: ["look-up-conflicts", "update-conflicts", "shared-bytes"],
      says: "Good thought: padding separates lanes that count the same bin. What happens when lane 0 counts bin 2 and lane 2 counts bin 0?",
    },
    "rotated-by-the-owner": {
      fails: ["fill-conflicts", "look-up-conflicts", "update-conflicts"],
      says: "Within a thread's sixteen words, the bins have changed places. Does the thread still share those banks with other threads?",
    },
    "one-copy-for-all": {
      fails: ["no-race", "every-element"],
      says: "Two threads read the same counter, add, and store. Whose addition is lost?",
    },
  },
});
