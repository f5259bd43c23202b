import {
  type Draw,
  bankConflicts,
  defineExercise,
  exported,
  input,
  launch,
  learnerFunction,
  load,
  move,
  output,
  sameElement,
  store,
  throughShared,
  tile,
  closure,
} from "#kit";

type Seats = { readonly start: number; readonly freeBanks: readonly number[]; readonly seated: readonly number[] };

const BANKS = 32;
/** Lanes that the learner places; the words of the other half of the warp are given. */
const HALF = 16;

/** The sixteen banks that lanes 16 to 31 use and the sixteen that are free, in an irregular order. */
function seats(start: number, isTaken: (bank: number) => boolean): Seats {
  const banks = Array.from({ length: BANKS }, (_, place) => (place * 13 + 5) % BANKS);
  return { start, freeBanks: banks.filter((bank) => !isTaken(bank)), seated: banks.filter(isTaken) };
}

/**
 * The array begins after the words of lanes 16 to 31, but not in bank 0 or 16: there, adding the start instead of subtracting it
 * would go unnoticed.
 */
function drawnSeats(draw: Draw): Seats {
  const left = Array.from({ length: BANKS }, (_, bank) => bank);
  const banks = Array.from({ length: BANKS }).flatMap(() => left.splice(draw.between(0, left.length - 1), 1));
  return { start: BANKS + 16 * draw.between(0, 5) + draw.between(1, 15), freeBanks: banks.slice(0, HALF), seated: banks.slice(HALF) };
}

export default defineExercise<Seats>({
  id: "which-bank",
  title: "Which bank?",
  summary: "Your array doesn't begin in bank 0. Give sixteen lanes the banks that the other sixteen leave free.",
  part: 2,
  concepts: ["shared memory", "bank", "bank conflict"],
  difficulty: 1,
  minutes: 8,
  exports: [learnerFunction("word(lane, size) gives, for lanes 0 to 15, the word of your array (0 to 31) that the lane uses.")],
  cases: [
    {
      id: "odd-banks-free",
      title: "one warp, the array begins at word 37",
      size: seats(37, (bank) => bank % 2 === 0),
      launch: launch([1], [32]),
    },
    {
      id: "upper-banks-free",
      title: "three warps, the array begins at word 50",
      size: seats(50, (bank) => bank < 16),
      launch: launch([3], [32]),
    },
    {
      id: "full-size",
      title: "2,048 warps, the array begins at word 77",
      size: seats(77, (bank) => [0, 3].includes(bank % 4)),
      launch: launch([2048], [32]),
      fullSize: true,
    },
  ],
  hidden: (draw) => ({ size: drawnSeats(draw), launch: launch([draw.between(1, 6)], [32]) }),
  kernel: ({ size, launch: { gridDim, blockDim }, answer }) => {
    const word = exported(answer, "word");
    const own = ({ threadIdx, blockIdx, blockDim }: Thread): number => blockIdx.x * blockDim.x + threadIdx.x;
    const wordOfLane = closure({ word, size, HALF }, ({ word, size, HALF }) => ({ threadIdx: { x: lane } }: Thread): unknown => {
      if (lane >= HALF) return size.seated[lane - HALF];
      const place = word(lane, size);
      return typeof place === "number" && place >= 0 ? size.start + place : place;
    });
    return {
      size,
      arrays: { in: input(gridDim.x * blockDim.x), shared: tile(size.start + BANKS), out: output(gridDim.x * blockDim.x) },
      steps: throughShared(
        move(load("in", { name: "read", index: own }), store("shared", { name: "word", index: wordOfLane })),
        move(load("shared", { name: "back", index: wordOfLane }), store("out", { name: "write", index: own })),
      ),
    };
  },
  expected: sameElement,
  correctness: { inBounds: 1, everyElement: 2, writtenOnce: 1, noRace: 1 },
  checks: [bankConflicts({ access: "word", atMost: 0, points: 3 })],
  starterPasses: ["in-bounds", "every-element", "written-once", "no-race"],
  hints: [
    "Banks go round: words 0, 32 and 64 of shared memory share bank 0. In which bank is word 0 of your array?",
    "Word w of your array is in bank (start + w) % 32. You know the bank and want w.",
    "w = bank - start, brought back into 0 to 31 by adding 32 as often as it takes. In JavaScript, a remainder has the sign of its left operand.",
  ],
  wrong: {
    "forgets-the-start": {
      fails: ["word-conflicts"],
      says: "Word 5 of your array: is it also word 5 of shared memory, where banks are counted from?",
    },
    "adds-the-start": {
      fails: ["word-conflicts"],
      says: "Your array begins `start` words into shared memory. To reach a given bank, do you have to go forward another `start` words, or back?",
    },
    "does-not-go-round": {
      fails: ["in-bounds"],
      says: "When the bank's number is smaller than the start, your word is negative. Where is the next word in the same bank?",
    },
    "banks-as-blocks": {
      fails: ["in-bounds"],
      says: "Does a bank hold 32 consecutive words, or is the next word always in the next bank?",
    },
  },
});
