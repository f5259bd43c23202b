import type { Answer } from "#sandbox/answer/load-answer.ts";
import type { Exercise, Size } from "#judge/exercise.ts";
import type { Device, Move, Repeat } from "#simulator";
import { closure } from "../closure.ts";
import { growing } from "../define-exercise.ts";
import { exported, exportedNumber, input, load, move, output, repeat, store } from "../vocabulary.ts";
import { overItems, type OverItems } from "./over-items.ts";
import { learnerFunction, learnerLoad, learnerNumber, learnerStore, sameElement } from "./parts.ts";

const BYTES_PER_FLOAT = 4;

/** An export: the vector of four elements that a thread copies. */
export const VECTOR_OF_FOUR = learnerFunction(
  "vector(thread, size) gives the first of the four elements that the thread copies at once, or null.",
);
/** An export: the vector that a thread copies in a pass of a loop. */
export const VECTOR_OF_PASS = learnerFunction(
  "vector(thread, size, pass) gives the first element of the vector that the thread copies in that pass, or null.",
);
/** An export: the single element that a thread copies of a rest that fills no vector. */
export const COPIES_REST = learnerFunction("rest(thread, size) gives the single element that the thread copies as well, or null.");

function copyRest(answer: Answer): Move {
  return move(learnerLoad(answer, "in", "readRest", { function: "rest" }), learnerStore(answer, "out", "writeRest", { function: "rest" }));
}

/** The fields that the families of this file supply; an exercise may override them. */
type Supplied = "exports" | "kernel" | "expected" | "items";
type VectorCopy<S extends Size> = Omit<OverItems<S>, Supplied> & Partial<Pick<OverItems<S>, Supplied>>;
type Length = { readonly n: number };

const FLOATS_PER_FLOAT4 = 4;

interface Float4Copy<S extends Size> extends VectorCopy<S> {
  /** Floats of `in`, and of `out`. Default: n. */
  readonly length?: (size: S) => number;
}

/**
 * A copy from `in` to `out` by float4: the learner's `vector` gives the first of four floats that a thread copies at once, `rest` a
 * single one. A launch has one thread per float, of which most need no vector.
 *
 *     export default float4Copy({
 *       id: "float4-copy",
 *       …,
 *       cases: [{ id: "too-few", title: "3 elements: not one vector", size: { n: 3 }, threads: 32 }, …],
 *       hidden: (draw) => ({ size: { n: draw.between(257, 5000) }, threads: 32 * draw.between(1, 8) }),
 *       checks: [kernelRequests({ atMost: { "too-few": 2, … }, points: 3 }), …],
 *       hints: […],
 *       wrong: { … },
 *     });
 */
export function float4Copy<S extends Length>({ length = ({ n }) => n, ...own }: Float4Copy<S>): Exercise {
  const lanes = { function: "vector", elementsPerLane: FLOATS_PER_FLOAT4, register: "vector" };
  return overItems<S>({
    exports: [VECTOR_OF_FOUR, COPIES_REST],
    kernel: ({ size, answer }) => ({
      size,
      arrays: { in: input(length(size)), out: output(length(size)) },
      steps: [move(learnerLoad(answer, "in", "read", lanes), learnerStore(answer, "out", "write", lanes)), copyRest(answer)],
    }),
    expected: sameElement,
    items: ({ n }) => n,
    larger: (size, factor) => ({ size: { ...size, n: size.n * factor } }),
    ...own,
  });
}

/** Floats that each thread of a wide copy moves, in one pass per vector. */
const FLOATS_PER_THREAD = 8;

/** An export: how wide the vectors of a copy are. */
export const FLOATS_PER_LANE = learnerNumber(
  `floatsPerLane is the number of floats in a vector; each thread copies ${FLOATS_PER_THREAD} floats, in ${FLOATS_PER_THREAD} / floatsPerLane passes.`,
  [1, FLOATS_PER_THREAD],
);

interface WideCopy extends VectorCopy<Length> {
  readonly device: Device;
}

/**
 * A copy of n floats from `in` to `out`, eight per thread, by vectors whose width the learner chooses: `floatsPerLane`. The learner's
 * `vector` gives the first float of a thread's vector in each pass. The widest instruction depends on the device; a wider vector is
 * split, as the compiler does. An exercise that lists `COPIES_REST` among its exports may have an n that vectors do not divide.
 *
 *     export default wideCopy({ id: "same-code-on-hopper", …, device: h100, cases: […], hidden, checks, hints, wrong });
 */
export function wideCopy(own: WideCopy): Exercise {
  const exercise: OverItems<Length> = {
    exports: [FLOATS_PER_LANE, VECTOR_OF_PASS],
    kernel: ({ size, answer }) => ({
      size,
      arrays: { in: input(size.n), out: output(size.n) },
      steps: [copyWide(answer, own.device), ...(hasRest ? [copyRest(answer)] : [])],
    }),
    expected: sameElement,
    items: ({ n }) => n / FLOATS_PER_THREAD,
    larger: growing("n"),
    ...own,
  };
  const hasRest = exercise.exports.includes(COPIES_REST);
  return overItems(exercise);
}

function copyWide(answer: Answer, device: Device): Repeat {
  const floatsPerLane = exportedNumber(answer, "floatsPerLane");
  const elementsPerLane = floatsPerInstruction(floatsPerLane, device);
  const vector = exported(answer, "vector");
  /** The inner repeat runs once per instruction of a vector. */
  const index = closure(
    { vector, elementsPerLane },
    ({ vector, elementsPerLane }) =>
      (thread: Thread, size: Length, instruction: number, pass: number): unknown => {
        const first = vector(thread, size, pass);
        return instruction === 0 || typeof first !== "number" ? first : first + instruction * elementsPerLane;
      },
  );
  const lanes = { index, elementsPerLane, register: "vector" };
  return repeat(
    Math.ceil(FLOATS_PER_THREAD / floatsPerLane),
    repeat(floatsPerLane / elementsPerLane, move(load("in", { name: "read", ...lanes }), store("out", { name: "write", ...lanes }))),
  );
}

/**
 * Floats that one instruction moves of a vector of `floats` floats, as the compiler splits it: a power of two that the vector's
 * alignment allows, and no more than the device has an instruction for.
 */
function floatsPerInstruction(floats: number, { widestAccessBytes }: Device): number {
  const aligned = floats & -floats;
  return Math.min(aligned, widestAccessBytes / BYTES_PER_FLOAT);
}
