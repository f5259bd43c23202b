import type { Answer } from "../answer/answer.ts";
import type { Case, Exercise, SourceIndex } from "../exercise/exercise.ts";
import { sourceIds, type Kernel, type KernelArray } from "../simulator/index.ts";

/** The kernel of an exercise for one case and one answer, its output arrays told what they are expected to hold. */
export function bindKernel(exercise: Exercise, { size, launch }: Case, answer: Answer): Kernel {
  const kernel = exercise.kernel({ size: frozen(size), launch, answer });
  const ids = sourceIds(kernel.arrays);
  const sources = Object.keys(ids);
  const arrays: Record<string, KernelArray> = { ...kernel.arrays };
  for (const [name, sourceOf] of Object.entries(exercise.expected(size))) {
    if (!arrays[name]) throw new Error(`the exercise says what "${name}" must hold, but its kernel has no such array`);
    arrays[name] = { ...arrays[name], expected: expectedIds(sourceOf, ids, sources) };
  }
  return { ...kernel, arrays };
}

function expectedIds(sourceOf: (elementIndex: number) => SourceIndex, ids: Readonly<Record<string, number>>, sources: readonly string[]) {
  const onlySource = sources.length === 1 ? ids[sources[0]] : undefined;
  return (elementIndex: number): number => {
    const source = sourceOf(elementIndex);
    if (typeof source === "number") {
      if (onlySource === undefined) throw new Error("a source is given as a number, but the kernel has several source arrays");
      return onlySource + source;
    }
    return source === null ? 0 : ids[source.array] + source.elementIndex;
  };
}

/** The learner's functions are handed the size: it must not change under the judge. */
function frozen<S extends object>(size: S): S {
  for (const value of Object.values(size)) if (Array.isArray(value)) Object.freeze(value);
  return Object.freeze(size);
}
