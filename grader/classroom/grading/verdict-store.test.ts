import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { handIn, planOf, verdictOf } from "#testing/example-class.ts";
import { examplePlan, gradesIn, resultsFolder, storedVerdicts } from "#testing/example-results.ts";
import { judgeTasks, missingTasks, type JudgeAnswer } from "./judge-tasks.ts";
import { tasksOfShard } from "./manifest.ts";
import { VerdictStore, mergeVerdicts } from "./verdict-store.ts";

const results = resultsFolder();
const judge: JudgeAnswer = (job) => Promise.resolve(verdictOf(job));

describe("a stored verdict", () => {
  const [task, other] = examplePlan.tasks;
  if (task === undefined || other === undefined) throw new Error("the plan has several tasks");
  const fileOf = (key: string) => results("answers", key.slice(0, 2), `${key}.json`);

  it.each<[string, (text: string) => string]>([
    ["truncated", (text) => text.slice(0, text.length / 2)],
    ["empty", () => ""],
    ["not a verdict", () => "{}"],
    ["for another task", (text) => text.replace(task.key, other.key)],
    ["for another exercise", (text) => text.replaceAll(`"exercise":"${task.job.exercise}"`, `"exercise":"other"`)],
    ["edited by hand", (text) => text.replace(/"message":"[^"]*"|"points":\d+/, (was) => was.replace(/\d+|"$/, (end) => `1${end}`))],
    ["in another format", (text) => text.replace(`"status"`, `"state"`)],
    [
      "a fault",
      () => JSON.stringify({ schema: "coalesce/verdict/v1", key: task.key, result: verdictOf({ ...task.job, source: "fault" }) }),
    ],
  ])("is judged again when it is %s", async (_, damaged) => {
    const store = new VerdictStore(results());
    await judgeTasks([task], store, judge, { workers: 1 });
    const text = await readFile(fileOf(task.key), "utf8");
    expect(missingTasks([task], store)).toEqual([]);
    await writeFile(fileOf(task.key), damaged(text));
    expect(missingTasks([task], store)).toEqual([task]);
    await judgeTasks([task], store, judge, { workers: 1 });
    expect(await readFile(fileOf(task.key), "utf8")).toBe(text);
  });

  it("is judged again when it was signed with another secret", async () => {
    await judgeTasks([task], new VerdictStore(results(), "the secret"), judge, { workers: 1 });
    expect(missingTasks([task], new VerdictStore(results(), "the secret"))).toEqual([]);
    expect(missingTasks([task], new VerdictStore(results(), "a guess"))).toEqual([task]);
  });

  it("is written completely or removed", async () => {
    const store = new VerdictStore(results());
    await judgeTasks([task], store, judge, { workers: 1 });
    await writeFile(`${fileOf(task.key)}.2871638710`, "{");
    await store.sweep();
    expect(await readdir(path.dirname(fileOf(task.key)))).toEqual([`${task.key}.json`]);
  });
});

it("gives equal results as one object, and each task its own", async () => {
  const store = new VerdictStore(results());
  const alike = planOf([handIn("ada", { copy: "pass 1", walk: "pass" }), handIn("bob", { copy: "pass 2", walk: "fail" })]).tasks;
  await judgeTasks(alike, store, judge, { workers: 2 });
  const read = alike.map((task) => ({ exercise: task.exercise, source: task.job.source, result: store.read(task) }));
  for (const { source, exercise, result } of read) expect(result).toMatchObject({ exercise, status: source.slice(0, 4) });
  const [first, second] = read.filter(({ exercise }) => exercise === "copy");
  expect(first?.result).toBe(second?.result);
});

it("merges shards to the same bytes as one machine, and reports the missing verdicts of a lost shard", async () => {
  const one = results("one");
  await judgeTasks(examplePlan.tasks, new VerdictStore(one), judge, { workers: 1 });
  const stores = [0, 1, 2].map((index) => new VerdictStore(results(`shard${index}`)));
  const [first, second, third] = stores.map(
    (store, index) => () => judgeTasks(tasksOfShard(examplePlan.tasks, { index, count: 3 }), store, judge, { workers: 1 }),
  );
  await first?.();
  await third?.();
  const merged = results("merged");
  const missing = await mergeVerdicts(examplePlan, stores, new VerdictStore(merged));
  expect(missing.map(({ taskIndex }) => taskIndex)).toEqual([1, 4]);
  await second?.();
  expect(await mergeVerdicts(examplePlan, stores, new VerdictStore(merged))).toEqual([]);
  expect(await storedVerdicts(merged)).toEqual(await storedVerdicts(one));
  expect(await gradesIn(merged)).toBe(await gradesIn(one));
});
