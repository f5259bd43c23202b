import type { Draw, Exercise, Size, SourceIndex } from "#judge/exercise.ts";
import type { KernelArray, Step } from "#simulator";
import { USUAL_CORRECTNESS, defineExercise, type Own } from "../define-exercise.ts";
import { exported, input, move, output, repeat } from "../vocabulary.ts";
import { learnerLoad, learnerStore } from "./parts.ts";

/** An array of the copy: its name, and how many elements it has. */
interface CopiedArray<S extends Size> {
  readonly array: string;
  readonly elements: (size: S) => number;
}

/** An indexed copy, as its author writes it. */
export interface IndexedCopy<S extends Size> extends Own<S, "kernel" | "expected"> {
  /** The array that the answer's `read` indexes. */
  readonly from: CopiedArray<S> & Pick<KernelArray, "reads">;
  /** The array that its `write` indexes. */
  readonly to: CopiedArray<S>;
  /** For a size: which element of `from` an element of `to` must hold; null where nothing may be stored. */
  readonly source: (size: S) => (elementIndex: number) => SourceIndex;
  /** Default: 4. */
  readonly bytesPerElement?: KernelArray["bytesPerElement"];
  /** Elements that a lane moves at once. Default: 1. */
  readonly elementsPerLane?: number;
  /** How many elements each thread copies; "learner" when the answer exports that as `passes`. Default: one, without a loop. */
  readonly passes?: "learner" | ((size: S) => number);
}

/**
 * A gather, a scatter, or a copy through a table: the answer's `read` gives the element of `from` that a thread loads, `write` the
 * element of `to` that it stores. What distinguishes one from another is `source`, by which every element of `to` is judged.
 *
 *     export default indexedCopy<{ n: number; indices: readonly number[] }>({
 *       id: "gather",
 *       …,
 *       exports: [READS_ELEMENT, WRITES_ELEMENT],
 *       from: { array: "in", elements: ({ n }) => n },
 *       to: { array: "out", elements: ({ n }) => n },
 *       source: ({ indices }) => (elementIndex) => indices[elementIndex] ?? null,
 *       launch: ({ n }) => launchOver([n], [256]),
 *       …,
 *     });
 */
export function indexedCopy<S extends Size>({
  from,
  to,
  source,
  bytesPerElement = 4,
  elementsPerLane,
  passes,
  ...own
}: IndexedCopy<S>): Exercise {
  const lane = elementsPerLane === undefined ? {} : { elementsPerLane };
  return defineExercise<S>({
    kernel: ({ size, answer }) => {
      const copy = move(learnerLoad(answer, from.array, "read", lane), learnerStore(answer, to.array, "write", lane));
      const repeated = (): Step => {
        if (passes === undefined) return copy;
        return passes === "learner" ? { ...repeat(exported(answer, "passes"), copy), name: "passes" } : repeat(passes(size), copy);
      };
      return {
        size,
        arrays: {
          [from.array]: input(from.elements(size), bytesPerElement, from.reads),
          [to.array]: output(to.elements(size), bytesPerElement),
        },
        steps: [repeated()],
      };
    },
    expected: (size) => ({ [to.array]: source(size) }),
    correctness: USUAL_CORRECTNESS,
    ...own,
  });
}

/**
 * The table's entry for an index.
 *
 * @throws RangeError for an index outside the table, which is a mistake of the exercise, not of the answer.
 */
export function entryOf(table: readonly number[], index: number): number {
  const entry = table[index];
  if (entry === undefined) throw new RangeError(`a table of ${table.length} entries has none at ${index}`);
  return entry;
}

/** Removes a random number from `left` and returns it. */
export function takeOne(draw: Draw, left: number[]): number {
  const [taken] = left.splice(draw.between(0, left.length - 1), 1);
  if (taken === undefined) throw new RangeError("no number is left");
  return taken;
}
