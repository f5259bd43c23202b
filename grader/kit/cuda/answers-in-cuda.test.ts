import { expect, test } from "vitest";
import { KernelText } from "#cuda/answer/kernel-text.ts";
import type { AnswerText } from "#judge/answer-text.ts";
import { readAnyAnswer } from "#judge/cuda-answer.ts";
import type { Case, Exercise } from "#judge/exercise.ts";
import { grade } from "#judge/grade.ts";
import type { GradeResult } from "#judge/result.ts";
import { volume } from "#simulator";
import { KERNEL_FILE, answerSource, exerciseIds, readExerciseFolder } from "../folder.ts";
import { answerInCuda } from "./translate-answer.ts";

const ANSWERS = /^(starter|solution|wrong\/.*|also\/.*)\.ts$/;

/** More threads than these tell no more of a language. */
const MOST_THREADS = 1_024;

/** The verdict on an answer, in the exercise's small cases. */
function verdictOn(answer: AnswerText, exercise: Exercise): GradeResult {
  const job = { exercise: exercise.id, exerciseVersion: "", wrongSources: {}, ...answer };
  return grade(job, exercise, () => undefined, undefined, readAnyAnswer);
}

/** Answers whose CUDA would not be the same text: what CUDA lacks, or what the printing does not know. */
const UNTRANSLATED = [
  "matmul-tiles/also/swizzled-tiles.ts",
  "pointer-plus-one/also/lane-is-the-offset.ts",
  "stride-to-degree/also/searches-with-gcd.ts",
  "transpose-halves/also/a-pair-every-second-row.ts",
  "transpose-swizzled/also/rotation.ts",
];

const folders = await Promise.all((await exerciseIds()).map((id) => readExerciseFolder(id)));
const answers = folders.flatMap(({ exercise, files }) => {
  const kernel = files.get(KERNEL_FILE) ?? "";
  const [first, ...others] = exercise.cases;
  const isSmall = ({ launch: { gridDim, blockDim }, fullSize }: Case): boolean =>
    !fullSize && volume(gridDim) * volume(blockDim) <= MOST_THREADS;
  const small = { ...exercise, cases: [...(first ? [first] : []), ...others.filter(isSmall)] };
  return [...files.keys()]
    .filter((name) => ANSWERS.test(name))
    .map((name) => {
      const source = answerSource(files, name);
      return {
        name: `${exercise.id}/${name}`,
        exercise: small,
        source,
        kernel,
        inCuda: answerInCuda(source, exercise.exports, new KernelText(kernel)),
      };
    });
});

/**
 * Answers that C judges otherwise. A kernel's guard, `from >= 0`, skips any index below 0: only in TypeScript is such an index an address
 * outside of the array.
 */
const OTHERWISE: Readonly<Record<string, readonly [inTypeScript: string, inCuda: string]>> = {
  "shifted-copy/wrong/copies-the-gap.ts": ["fail", "pass"],
  "kv-write-slots/wrong/padding-has-a-slot.ts": ["fail", "pass"],
  "permute-within-the-warp/wrong/negative-remainder.ts": ["fail", "fail"],
};

test("every starter, solution and wrong answer of the course can be written in CUDA; of other right answers, all but a few", () => {
  expect(answers.filter(({ inCuda }) => inCuda.missing.length > 0).map(({ name }) => name)).toEqual(UNTRANSLATED);
});

test.each(folders.map(({ exercise }) => exercise.id))("%s: an answer has the same verdict in CUDA as in TypeScript", (id) => {
  const own = answers.filter(({ exercise, inCuda }) => exercise.id === id && inCuda.missing.length === 0);
  const verdicts = (textOf: (answer: (typeof own)[number]) => AnswerText) =>
    own.map((answer) => [answer.name, verdictOn(textOf(answer), answer.exercise)] as const);
  expect(own.length).toBeGreaterThan(2);
  const inTypeScript = verdicts(({ source }) => ({ source }));
  const inCuda = verdicts(({ inCuda, kernel }) => ({ source: inCuda.text, kernel }));
  const isOtherwise = ([name]: (typeof inCuda)[number]): boolean => name in OTHERWISE;
  expect(inCuda.filter((one) => !isOtherwise(one))).toEqual(inTypeScript.filter((one) => !isOtherwise(one)));
  const statuses = inCuda.map(([name, { status }], place) => [name, [inTypeScript[place]?.[1].status, status]] as const);
  const differing = inCuda.flatMap((one, place) => (isOtherwise(one) ? [statuses[place] ?? []] : []));
  expect(Object.fromEntries(differing)).toEqual(
    Object.fromEntries(Object.entries(OTHERWISE).filter(([name]) => name.startsWith(`${id}/`))),
  );
});
