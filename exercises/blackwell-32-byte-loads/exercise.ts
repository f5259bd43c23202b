import {
  defineExercise,
  everyElement,
  exported,
  exportedNumber,
  inBounds,
  input,
  kernelRequests,
  kernelSectors,
  launch,
  load,
  move,
  output,
  repeat,
  store,
  writtenOnce,
} from "#kit";
import { b200 } from "#simulator";

/** Floats that each thread copies, in as many passes as its vectors need. */
const FLOATS_PER_THREAD = 8;

/** Floats that one instruction moves for a struct of so many: the compiler needs a power of two, and the alignment of the struct allows no more. */
const floatsPerInstruction = (floats: number): number => floats & -floats;

const launchEights = (n: number, threads: number) => launch([Math.ceil(n / (FLOATS_PER_THREAD * threads))], [threads]);

export default defineExercise<{ n: number }>({
  id: "blackwell-32-byte-loads",
  title: "A sector a lane",
  summary: "On a B200 one lane may load 32 bytes. Take a float2 copy there, and make a quarter of its requests.",
  part: 3,
  concepts: ["vector load", "request", "sector", "alignment"],
  difficulty: 2,
  minutes: 12,
  points: 27,
  device: b200,
  exports: [
    {
      name: "floatsPerLane",
      kind: "number",
      description: "floatsPerLane is the number of floats in a vector; each thread copies 8 floats, in 8 / floatsPerLane passes.",
      range: [1, FLOATS_PER_THREAD],
    },
    {
      name: "vector",
      kind: "function",
      description: "vector(thread, size, pass) gives the first element of the vector that the thread copies in that pass, or null.",
    },
    { name: "rest", kind: "function", description: "rest(thread, size) gives the single element that the thread copies besides, or null." },
  ],
  cases: [
    { id: "whole", title: "512 elements, two blocks of 32 threads", size: { n: 512 }, launch: launchEights(512, 32) },
    { id: "ragged", title: "1,005 elements, two blocks of 64 threads", size: { n: 1005 }, launch: launchEights(1005, 64) },
    {
      id: "full-size",
      title: "a million elements and 1 more",
      size: { n: 2 ** 20 + 1 },
      launch: launchEights(2 ** 20 + 1, 256),
      fullSize: true,
    },
  ],
  hidden: (draw) => {
    const n = draw.between(2049, 12_000);
    return { size: { n }, launch: launchEights(n, 32 * draw.between(1, 8)) };
  },
  kernel: ({ size, answer }) => {
    const floatsPerLane = exportedNumber(answer, "floatsPerLane");
    const elementsPerLane = floatsPerInstruction(floatsPerLane);
    const vector = exported(answer, "vector");
    const rest = exported(answer, "rest");
    /** The instructions of a vector are the passes of the inner repeat. */
    const index = (thread: Thread, { n }: { n: number }, instruction: number, pass: number): unknown => {
      const first = vector(thread, { n }, pass);
      return instruction === 0 || typeof first !== "number" ? first : first + instruction * elementsPerLane;
    };
    return {
      size,
      arrays: { in: input(size.n), out: output(size.n) },
      steps: [
        repeat(
          Math.ceil(FLOATS_PER_THREAD / floatsPerLane),
          repeat(
            floatsPerLane / elementsPerLane,
            move(
              load("in", { name: "read", index, elementsPerLane, register: "vector" }),
              store("out", { name: "write", index, elementsPerLane, register: "vector" }),
            ),
          ),
        ),
        move(load("in", { name: "readRest", index: rest }), store("out", { name: "writeRest", index: rest })),
      ],
    };
  },
  expected: () => ({ out: (elementIndex) => elementIndex }),
  checks: [
    inBounds({ points: 1 }),
    everyElement({ points: 2 }),
    writtenOnce({ points: 1 }),
    kernelSectors({ atMost: { whole: 128, "full-size": 262_146 }, points: 3 }),
    kernelRequests({ atMost: { whole: 4, ragged: 10, "full-size": 8194 }, points: 3 }),
  ],
  hints: [
    "32 lanes, 32 bytes each: how many bytes does one request carry, and how many sectors hold them?",
    "With eight floats a vector there is one pass left, and the thread's number in the launch is the number of its vector.",
    "A vector of eight floats begins at a multiple of eight. What does not fill one is up to seven elements: the first threads take one each.",
    "floatsPerLane = 8; thread number t: vector is 8 * t if 8 * t + 8 <= size.n, rest is size.n - size.n % 8 + t if that is below size.n, null otherwise.",
  ],
  wrong: {
    "still-float2": {
      fails: ["kernel-requests"],
      says: "Coalesced, and with vectors. How many bytes may one lane of this GPU move at once, and how many do yours move?",
    },
    "as-on-hopper": {
      fails: ["kernel-requests"],
      says: "Four floats are the widest vector of every GPU before this one. What is the widest here?",
    },
    "two-float4-side-by-side": {
      fails: ["kernel-sectors", "kernel-requests"],
      says: "Each thread has its own sector, and fetches it in two halves. How often is the sector moved?",
    },
    "rest-of-four": {
      fails: ["every-element"],
      says: "Your rest is what is left behind the last multiple of 4. Where does your last whole vector end?",
    },
    "rounds-up": {
      fails: ["in-bounds", "every-element"],
      says: "The last vector begins inside the array. Where does it end?",
    },
  },
});
