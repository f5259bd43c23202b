import {
  defineExercise,
  everyElement,
  exported,
  exportedNumber,
  inBounds,
  input,
  launch,
  load,
  move,
  output,
  repeat,
  requests,
  sectorsPerRequest,
  store,
  writtenOnce,
} from "#kit";
import { h100 } from "#simulator";

const BYTES_PER_FLOAT = 4;

/** Floats that each thread copies, in as many passes as its vectors need. */
const FLOATS_PER_THREAD = 8;

/**
 * Floats that one instruction moves for a vector of so many, as the compiler splits it: a power of two, which the vector's alignment
 * allows, and no more than the device has an instruction for.
 */
function floatsPerInstruction(floats: number): number {
  const aligned = floats & -floats;
  return Math.min(aligned, h100.widestAccessBytes / BYTES_PER_FLOAT);
}

const launchEights = (n: number, threads: number) => launch([Math.ceil(n / (FLOATS_PER_THREAD * threads))], [threads]);

export default defineExercise<{ n: number }>({
  id: "same-code-on-hopper",
  title: "The same code on Hopper",
  summary: "32 bytes a lane were right on Blackwell. On an H100 the same file still runs, and each sector is moved twice.",
  part: 3,
  concepts: ["vector load", "request", "sector"],
  difficulty: 3,
  minutes: 15,
  points: 42,
  device: h100,
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
  ],
  cases: [
    { id: "whole", title: "512 elements, two blocks of 32 threads", size: { n: 512 }, launch: launchEights(512, 32) },
    { id: "ragged", title: "1,416 elements, three blocks of 64 threads", size: { n: 1416 }, launch: launchEights(1416, 64) },
    { id: "full-size", title: "a million elements", size: { n: 2 ** 20 }, launch: launchEights(2 ** 20, 256), fullSize: true },
  ],
  hidden: (draw) => {
    const n = FLOATS_PER_THREAD * draw.between(100, 2000);
    return { size: { n }, launch: launchEights(n, 32 * draw.between(1, 8)) };
  },
  kernel: ({ size, answer }) => {
    const floatsPerLane = exportedNumber(answer, "floatsPerLane");
    const elementsPerLane = floatsPerInstruction(floatsPerLane);
    const vector = exported(answer, "vector");
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
            move(load("in", { name: "read", index, elementsPerLane }), store("out", { name: "write", index, elementsPerLane })),
          ),
        ),
      ],
    };
  },
  expected: () => ({ out: (elementIndex) => elementIndex }),
  checks: [
    inBounds({ points: 1 }),
    everyElement({ points: 2 }),
    writtenOnce({ points: 1 }),
    sectorsPerRequest({ access: "read", atMost: { whole: 16, "full-size": 16 }, points: 3 }),
    sectorsPerRequest({ access: "write", atMost: { whole: 16, "full-size": 16 }, points: 3 }),
    requests({ access: "read", atMost: { whole: 4, ragged: 12, "full-size": 8192 }, points: 3 }),
    requests({ access: "write", atMost: { whole: 4, ragged: 12, "full-size": 8192 }, points: 3 }),
  ],
  hints: [
    "The compiler makes two loads out of your vector. Which 16 bytes does each lane fetch with the first, and which half of which sectors is left for the second?",
    "The widest vector of this GPU is 16 bytes. With that, each thread has two passes. Choose the order of the vectors so that in each pass neighbouring lanes have neighbouring vectors.",
    "In pass 0 the threads of the launch take the first half of the array, a vector each, and in pass 1 the second. Half of what: the vectors, or the threads?",
    "floatsPerLane = 4; threads = gridDim.x * blockDim.x; thread number t begins at 4 * (pass * threads + t), if that is below size.n, else null.",
  ],
  wrong: {
    "as-on-blackwell": {
      fails: ["read-sectors", "write-sectors"],
      says: "This GPU has no load of 32 bytes. What does the compiler make of it, and how often is each sector touched?",
    },
    "splits-by-hand": {
      fails: ["read-sectors", "write-sectors"],
      says: "That is what the compiler did: two halves of the thread's eight floats, one after the other. Which 16 bytes should lane 1 take while lane 0 takes the first?",
    },
    "plays-safe": {
      fails: ["read-requests", "write-requests"],
      says: "Each sector is moved once. Is a vector of two floats the widest that this GPU has?",
    },
    "steps-by-threads": {
      fails: ["every-element", "written-once"],
      says: "In pass 1 you begin as many elements further as there are threads. How many elements did those threads copy in pass 0?",
    },
    "old-bounds": {
      fails: ["every-element"],
      says: "The guard asks for eight elements behind the first. How many does a vector need now?",
    },
  },
});
