import { afterAll, expect, it } from "vitest";
import { readExerciseFolder, wrongSources } from "#kit/folder.ts";
import type { GradeResult } from "#judge/result.ts";
import { adversarialAnswers } from "#testing/adversarial-answers.ts";
import { childProcess } from "./node-transport.ts";
import { Sandbox } from "./sandbox.ts";

const folder = await readExerciseFolder("straight-copy");
const sandbox = new Sandbox(childProcess);
afterAll(() => sandbox.close());

function grade(source: string, host = sandbox): Promise<GradeResult> {
  return host.grade({ exercise: "straight-copy", exerciseVersion: folder.version, source, wrongSources: wrongSources(folder.files) });
}

/** The grading of each adversarial answer must have ended by then. */
const LONGEST_MS = 10_000;

it.each(adversarialAnswers)("an answer that $title ends in a clear non-pass", async ({ source, ends }) => {
  const start = performance.now();
  const result = await grade(source);
  expect(performance.now() - start).toBeLessThan(LONGEST_MS);
  expect(ends).toContain(result.status === "error" ? result.error.kind : result.status);
});

it("passes the solution after all of them, in the same sandbox", async () => {
  expect(await grade(folder.files.get("solution.ts") ?? "")).toMatchObject({ status: "pass" });
});

it("gives the same result for the same answer, in a fresh process and in a used one", async () => {
  const fresh = new Sandbox(childProcess, { fresh: true });
  const starter = folder.files.get("starter.ts") ?? "";
  const results = [await grade(starter, fresh), await grade(starter, fresh), await grade(starter)];
  await fresh.close();
  expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
});

it("calls an exercise that does not exist a fault, not a mistake of the answer", async () => {
  expect(await sandbox.preview({ exercise: "no-such", source: "" })).toMatchObject({ status: "fault" });
  const job = { exercise: "no-such", exerciseVersion: "v1", source: "", wrongSources: {} };
  expect(await sandbox.grade(job)).toMatchObject({
    schema: "coalesce/result/v1",
    exercise: "no-such",
    exerciseVersion: "v1",
    status: "fault",
  });
});
