import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { GradeJob } from "#judge/grade.ts";
import { VerdictStore, mergeVerdicts } from "./verdict-store.ts";
import { handIn, planOf, verdictOf } from "#testing/example-class.ts";
import { classJson, gradeClass } from "./class-grades.ts";
import { judgeTasks, missingTasks, type JudgeAnswer } from "./judge-tasks.ts";
import { InputError } from "../assignment/input-error.ts";
import { manifestOf, readManifest, tasksOfShard, writeManifest } from "./manifest.ts";

let results: string;
beforeEach(async () => {
  results = await mkdtemp(path.join(tmpdir(), "coalesce-class-"));
});
afterEach(() => rm(results, { recursive: true }));

const plan = planOf([
  handIn("ada", { copy: "pass", walk: "pass" }),
  handIn("bob", { copy: "fail", walk: "threw" }),
  handIn("cem", { copy: "pass 2", walk: "fail" }),
]);

/** A judge that records its calls. */
function observed(judge: (job: GradeJob, time: "first" | "again") => ReturnType<typeof verdictOf> = verdictOf) {
  const asked: string[] = [];
  const judgeAnswer: JudgeAnswer = async (job, time) => {
    asked.push(`${job.exercise} ${job.source}, ${time}`);
    return judge(job, time);
  };
  return { asked, judge: judgeAnswer };
}

/** The name and text of every stored verdict. */
async function answerFiles(folder: string): Promise<string[][]> {
  const names = await readdir(path.join(folder, "answers"), { recursive: true });
  const files = names.filter((name) => name.endsWith(".json")).sort();
  return Promise.all(files.map(async (name) => [name, await readFile(path.join(folder, "answers", name), "utf8")]));
}
const gradesIn = async (folder: string, of = plan) => {
  const store = new VerdictStore(folder);
  return classJson(await gradeClass(of, (task) => store.read(task)));
};

describe("judging a class", () => {
  it("judges every answer once, and none again in a second run", async () => {
    const store = new VerdictStore(results);
    const first = observed();
    const progress: number[] = [];
    const onProgress = (judged: number) => progress.push(judged);
    expect(await judgeTasks(plan.tasks, store, first.judge, { workers: 2, onProgress })).toEqual({ judged: 6, kept: 0, faults: [] });
    expect(new Set(first.asked).size).toBe(6);
    expect(progress).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const second = observed();
    expect(await judgeTasks(plan.tasks, store, second.judge, { workers: 2 })).toEqual({ judged: 0, kept: 6, faults: [] });
    expect(second.asked).toEqual([]);
  });

  it("never judges more answers at a time than there are workers", async () => {
    let running = 0;
    let most = 0;
    const judge: JudgeAnswer = async (job) => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return verdictOf(job);
    };
    await judgeTasks(plan.tasks, new VerdictStore(results), judge, { workers: 2 });
    expect(most).toBe(2);
  });

  it("gives the same bytes after it was interrupted and restarted", async () => {
    const whole = path.join(results, "whole");
    const resumed = path.join(results, "resumed");
    await judgeTasks(plan.tasks, new VerdictStore(whole), observed().judge, { workers: 2 });
    let left = 3;
    const interrupted: JudgeAnswer = async (job) => {
      if (left-- === 0) throw new Error("killed");
      return verdictOf(job);
    };
    await expect(judgeTasks(plan.tasks, new VerdictStore(resumed), interrupted, { workers: 1 })).rejects.toThrow("killed");
    expect(await missingTasks(plan.tasks, new VerdictStore(resumed))).toHaveLength(3);
    expect((await judgeTasks(plan.tasks, new VerdictStore(resumed), observed().judge, { workers: 2 })).judged).toBe(3);
    expect(await answerFiles(resumed)).toEqual(await answerFiles(whole));
    expect(await gradesIn(resumed)).toBe(await gradesIn(whole));
  });

  it("judges an answer that ran out of time once more, alone, after all the others", async () => {
    const slow = planOf([handIn("ada", { copy: "slow", walk: "pass" }), handIn("bob", { copy: "fail" })]);
    const busyMachine = observed((job, time) => verdictOf(time === "again" ? { ...job, source: "pass" } : job));
    const store = new VerdictStore(results);
    await judgeTasks(slow.tasks, store, busyMachine.judge, { workers: 1 });
    expect(busyMachine.asked).toHaveLength(4);
    expect(busyMachine.asked.at(-1)).toBe("copy slow, again");
    const slowTasks = slow.tasks.filter(({ job }) => job.source === "slow");
    expect(await Promise.all(slowTasks.map((task) => store.read(task)))).toMatchObject([{ status: "pass" }]);
  });

  it("does not store faults, so that a later run tries again", async () => {
    const faulty = planOf([handIn("ada", { copy: "fault", walk: "pass" })]);
    const judging = await judgeTasks(faulty.tasks, new VerdictStore(results), observed().judge, { workers: 2 });
    expect(judging).toMatchObject({ judged: 1, kept: 0, faults: [{ message: "the grader's process ended by SIGBUS" }] });
    const repaired = observed((job) => verdictOf({ ...job, source: "pass" }));
    expect(await judgeTasks(faulty.tasks, new VerdictStore(results), repaired.judge, { workers: 2 })).toEqual({
      judged: 1,
      kept: 1,
      faults: [],
    });
    expect(repaired.asked).toEqual(["copy fault, first"]);
  });
});

describe("a stored verdict", () => {
  const [task, other] = plan.tasks;
  if (task === undefined || other === undefined) throw new Error("the plan has several tasks");
  const fileOf = (key: string) => path.join(results, "answers", key.slice(0, 2), `${key}.json`);

  it.each<[string, (text: string) => string]>([
    ["truncated", (text) => text.slice(0, text.length / 2)],
    ["empty", () => ""],
    ["not a verdict", () => "{}"],
    ["for another task", (text) => text.replace(task.key, other.key)],
    ["for another exercise", (text) => text.replaceAll(`"exercise": "${task.job.exercise}"`, `"exercise": "other"`)],
    ["in another format", (text) => text.replace(`"status"`, `"state"`)],
    [
      "a fault",
      () => JSON.stringify({ schema: "coalesce/verdict/v1", key: task.key, result: verdictOf({ ...task.job, source: "fault" }) }),
    ],
  ])("is judged again when it is %s", async (_, damaged) => {
    const store = new VerdictStore(results);
    await judgeTasks([task], store, observed().judge, { workers: 1 });
    const text = await readFile(fileOf(task.key), "utf8");
    expect(await missingTasks([task], store)).toEqual([]);
    await writeFile(fileOf(task.key), damaged(text));
    expect(await missingTasks([task], store)).toEqual([task]);
    await judgeTasks([task], store, observed().judge, { workers: 1 });
    expect(await readFile(fileOf(task.key), "utf8")).toBe(text);
  });

  it("is written completely or removed", async () => {
    const store = new VerdictStore(results);
    await judgeTasks([task], store, observed().judge, { workers: 1 });
    await writeFile(`${fileOf(task.key)}.2871638710`, "{");
    await store.sweep();
    expect(await readdir(path.dirname(fileOf(task.key)))).toEqual([`${task.key}.json`]);
  });
});

describe("shards", () => {
  it("contain every task once, for any number of shards", () => {
    for (const count of [1, 2, 4, 9]) {
      const shards = Array.from({ length: count }, (_, index) => tasksOfShard(plan.tasks, { index, count }));
      expect(shards.flat().sort((a, b) => (a.key < b.key ? -1 : 1))).toEqual(plan.tasks);
    }
  });

  it("merge to the same bytes as one machine, and report the missing verdicts of a lost shard", async () => {
    const one = path.join(results, "one");
    await judgeTasks(plan.tasks, new VerdictStore(one), observed().judge, { workers: 1 });
    const stores = [0, 1, 2].map((index) => new VerdictStore(path.join(results, `shard${index}`)));
    const [first, second, third] = stores.map(
      (store, index) => () => judgeTasks(tasksOfShard(plan.tasks, { index, count: 3 }), store, observed().judge, { workers: 1 }),
    );
    await first?.();
    await third?.();
    const merged = path.join(results, "merged");
    const missing = await mergeVerdicts(plan, stores, new VerdictStore(merged));
    expect(missing.map(({ place }) => place)).toEqual([1, 4]);
    await second?.();
    expect(await mergeVerdicts(plan, stores, new VerdictStore(merged))).toEqual([]);
    expect(await answerFiles(merged)).toEqual(await answerFiles(one));
    expect(await gradesIn(merged)).toBe(await gradesIn(one));
  });
});

describe("a folder of results", () => {
  it("lists its tasks and their students", async () => {
    await writeManifest(results, manifestOf(plan));
    const manifest = await readManifest(results);
    expect(manifest?.tasks).toEqual(plan.tasks.map(({ key, job, students }) => ({ key, exercise: job.exercise, students })));
    expect(JSON.stringify(manifest)).not.toContain(plan.assignment.secret);
  });

  it("accepts a changed assignment of the same id, and refuses another one", async () => {
    await writeManifest(results, manifestOf(plan));
    const former = await readManifest(results);
    await writeManifest(results, manifestOf({ ...plan, assignment: { ...plan.assignment, title: "Corrected" } }));
    expect((await readManifest(results))?.fingerprint).not.toBe(former?.fingerprint);
    const other = manifestOf({ ...plan, assignment: { ...plan.assignment, id: "week-2" } });
    await expect(writeManifest(results, other)).rejects.toThrow(InputError);
    expect((await readManifest(results))?.assignment).toBe("week-1");
  });
});
