import { describe, expect, test } from "vitest";
import { judge } from "#judge/judge.ts";
import { CaseRefused } from "#judge/run-case.ts";
import type { Answer, AnswerExport } from "#sandbox/answer/load-answer.ts";
import { withoutFullSize } from "#testing/without-full-size.ts";
import { exerciseIds, readExerciseFolder } from "../folder.ts";

/** Values that JavaScript takes for a number where it computes with them. */
const disguises: Readonly<Record<string, (index: number) => unknown>> = {
  "a string": String,
  "an array": (index) => [index],
  "an object with valueOf": (index) => ({ valueOf: () => index }),
  "an object with toString": (index) => ({ toString: () => String(index) }),
  "a boxed number": Object,
};

/** A right answer whose functions return their indexes in disguise. */
function disguised(solution: Answer, disguise: (index: number) => unknown): Answer {
  const wrapped = Object.entries(solution).map(([name, value]): [string, AnswerExport] => [
    name,
    typeof value !== "function"
      ? value
      : (...given) => {
          const index = value(...given);
          return typeof index === "number" ? disguise(index) : index;
        },
  ]);
  return Object.fromEntries(wrapped);
}

describe.each(await exerciseIds())("%s takes a number for an index, and not", (id) => {
  test.each(Object.entries(disguises))("%s", async (_, disguise) => {
    const { exercise } = await readExerciseFolder(id);
    const solution = (await import(`#exercises/${id}/solution.ts`)) as Answer;
    if (Object.values(solution).every((value) => typeof value !== "function")) return;
    const answer = disguised({ ...solution }, disguise);
    expect(() =>
      judge(
        withoutFullSize(exercise),
        () => answer,
        {},
        () => undefined,
      ),
    ).toThrow(CaseRefused);
  });
});
