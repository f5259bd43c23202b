import { expect, test } from "vitest";
import { answerLoader } from "#sandbox/answer/load-answer.ts";
import { judge } from "#judge/judge.ts";
import type { Exercise } from "#judge/exercise.ts";
import { fadedExample } from "./faded.ts";
import { filledExample } from "./filled-example.ts";
import { answerSyntax } from "./cuda/answer-syntax.ts";
import { FADED_FILE, exerciseIds, readExerciseFolder } from "./folder.ts";

const folders = await Promise.all((await exerciseIds()).map((id) => readExerciseFolder(id)));
const faded = folders.filter(({ files }) => files.has(FADED_FILE));

test("the six hardest kernels have a faded example", () => {
  expect(faded.map(({ exercise }) => exercise.id)).toEqual([
    "float4-tile",
    "matmul-tiles",
    "paged-kv-copy",
    "pointer-plus-one",
    "transpose-swizzled",
    "transpose-tiled",
  ]);
});

/** The verdict in the small cases. */
function statusOf(source: string, exercise: Exercise): string {
  const small = { ...exercise, cases: exercise.cases.filter(({ fullSize }) => !fullSize) };
  return judge(small, answerLoader(source, exercise.exports), {}, () => undefined).status;
}

test.each(faded.map((folder) => [folder.exercise.id, folder] as const))(
  "%s: with blanks it runs and fails, filled in it passes, and its four steps show the whole solution",
  (_, { exercise, files }) => {
    const example = fadedExample(files);
    if (example === undefined) throw new Error("no faded example");
    const solution = files.get("solution.ts") ?? "";
    const { declarations, linesWithComment } = answerSyntax(solution);
    const lines = solution.split("\n");
    const right = example.fill.map((name) => {
      const { first, last } = linesWithComment(declarations.get(name)!);
      return lines.slice(first - 1, last).join("\n");
    });
    expect(statusOf(filledExample(example, example.blank), exercise)).toBe("fail");
    expect(statusOf(filledExample(example, right.join("\n\n")), exercise)).toBe("pass");
    for (const { name } of exercise.exports) expect(example.steps.map(({ code }) => code).join("\n")).toMatch(new RegExp(`\\b${name}\\b`));
    expect(example.ask).toContain("?");
  },
);
