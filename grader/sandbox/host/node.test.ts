import { afterAll, expect, it } from "vitest";
import { readExerciseFolder, wrongSources } from "#kit/folder.ts";
import type { Job } from "#judge/job.ts";
import type { GradeResult } from "#judge/result.ts";
import { hostileAnswers } from "#testing/adversarial-answers.ts";
import { NodeSandbox } from "./node.ts";

const folder = await readExerciseFolder("straight-copy");
const sandbox = new NodeSandbox();
afterAll(() => sandbox.close());

async function grade(source: string, host = sandbox): Promise<GradeResult> {
  const job: Job = {
    exercise: "straight-copy",
    exerciseVersion: folder.version,
    source,
    wrongSources: wrongSources(folder.files),
    mode: "grade",
  };
  const done = await host.run(job);
  if (done.mode !== "grade") throw new Error("another question was answered");
  return done.result;
}

/** Each hostile answer, with its page and its report, is to be over by then. */
const LONGEST_MS = 10_000;

it.each(hostileAnswers)("an answer that $title ends in a clear non-pass", async ({ source, ends }) => {
  const start = performance.now();
  const result = await grade(source);
  expect(performance.now() - start).toBeLessThan(LONGEST_MS);
  expect(ends).toContain(result.status === "error" ? result.error.kind : result.status);
});

it("passes the solution after all of them, in the same sandbox", async () => {
  expect(await grade(folder.files.get("solution.ts") ?? "")).toMatchObject({ status: "pass" });
});

it("says the same of the same answer, in a fresh process and in a used one", async () => {
  const fresh = new NodeSandbox({ fresh: true });
  const starter = folder.files.get("starter.ts") ?? "";
  const results = [await grade(starter, fresh), await grade(starter, fresh), await grade(starter)];
  await fresh.close();
  expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
});

it("calls an exercise that does not exist a fault, not a mistake of the answer", async () => {
  const job: Job = { exercise: "no-such", exerciseVersion: "", source: "", wrongSources: {}, mode: "preview" };
  expect(await sandbox.run(job)).toMatchObject({ mode: "preview", preview: { status: "fault" } });
});
