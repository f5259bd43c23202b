import type { Answer } from "#sandbox/answer/load-answer.ts";
import type { Case, Exercise, SourceElement, SourceIndex, SourceProduct, SourceSum } from "./exercise.ts";
import { withoutFunctions, type ExpectedTables } from "./expected-tables.ts";
import { combines, hashId, sourceIds, type Kernel, type KernelArray } from "#simulator";

/**
 * The kernel of an exercise for one case and one answer, with what its output arrays are expected to hold.
 *
 * @param tables keeps what they are expected to hold, where several answers are judged
 */
export function bindKernel(exercise: Exercise, testCase: Case, answer: Answer, tables?: ExpectedTables): Kernel {
  const { size, launch } = testCase;
  const kernel = exercise.kernel({ size: frozen(size), launch, answer });
  const ids = sourceIds(kernel.arrays);
  const arrays: Record<string, KernelArray> = { ...kernel.arrays };
  for (const [name, sourceOf] of Object.entries(exercise.expected(size, tables ? withoutFunctions(answer) : answer))) {
    const array = arrays[name];
    if (!array) throw new Error(`the exercise says what "${name}" must hold, but its kernel has no such array`);
    const expected = expectedValues(sourceOf, ids, combines(kernel.steps));
    arrays[name] = { ...array, expected: tables?.tabled(testCase, name, array.length, answer, expected) ?? expected };
  }
  return { ...kernel, arrays };
}

function expectedValues(
  sourceOf: (elementIndex: number) => SourceIndex | SourceSum,
  ids: Readonly<Record<string, number>>,
  combined: boolean,
): (elementIndex: number) => number {
  const firstIds = Object.values(ids);
  const onlyFirstId = firstIds.length === 1 ? firstIds[0] : undefined;
  const firstIdOf = (array: string): number => {
    const firstId = ids[array];
    if (firstId === undefined) throw new Error(`the exercise names "${array}" as a source, but the kernel has no such source array`);
    return firstId;
  };
  const idOf = (source: number | SourceElement): number => {
    if (typeof source !== "number") return firstIdOf(source.array) + source.elementIndex;
    if (onlyFirstId === undefined) throw new Error("a source is given as a number, but the kernel has several source arrays");
    return onlyFirstId + source;
  };
  const valueOf = (source: number | SourceElement): number => (combined ? hashId(idOf(source)) : idOf(source));
  const addendOf = (addend: number | SourceElement | SourceProduct): number => {
    if (typeof addend === "number" || !("productOf" in addend)) return valueOf(addend);
    const [factor, otherFactor] = addend.productOf;
    return Math.imul(valueOf(factor), valueOf(otherFactor));
  };
  const anyValue = (source: SourceIndex | SourceSum): number => {
    if (source === null) return 0;
    if (typeof source === "number" || !("sumOf" in source)) return valueOf(source);
    return source.sumOf.reduce<number>((sum, addend) => (sum + addendOf(addend)) | 0, 0);
  };
  if (combined || onlyFirstId === undefined) return (elementIndex) => anyValue(sourceOf(elementIndex));
  // Called for every element of a full-size output, nearly always for a plain index.
  return (elementIndex) => {
    const source = sourceOf(elementIndex);
    return typeof source === "number" ? onlyFirstId + source : anyValue(source);
  };
}

/** Freezes the size, because the learner's functions get it and must not change it. */
function frozen<S extends object>(size: S): S {
  for (const value of Object.values(size)) if (Array.isArray(value)) Object.freeze(value);
  return Object.freeze(size);
}
