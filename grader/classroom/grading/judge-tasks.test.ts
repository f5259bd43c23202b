import { describe, expect, it } from "vitest";
import type { GradeJob } from "#judge/grade.ts";
import { handIn, planOf, verdictOf } from "#testing/example-class.ts";
import { examplePlan, gradesIn, resultsFolder, storedVerdicts } from "#testing/example-results.ts";
import { judgeTasks, missingTasks, type JudgeAnswer } from "./judge-tasks.ts";
import { VerdictStore } from "./verdict-store.ts";

const results = resultsFolder();

/** A judge that records its calls. */
function observed(judge: (job: GradeJob, time: "first" | "again") => ReturnType<typeof verdictOf> = verdictOf) {
  const asked: string[] = [];
  const judgeAnswer: JudgeAnswer = async (job, time) => {
    asked.push(`${job.exercise} ${job.source}, ${time}`);
    return judge(job, time);
  };
  return { asked, judge: judgeAnswer };
}

describe("judging a class", () => {
  it("judges every answer once, and none again in a second run", async () => {
    const store = new VerdictStore(results());
    const first = observed();
    const progress: number[] = [];
    const onProgress = (judged: number) => progress.push(judged);
    expect(await judgeTasks(examplePlan.tasks, store, first.judge, { workers: 2, onProgress })).toEqual({
      judged: 6,
      judgedBefore: 0,
      faults: [],
    });
    expect(new Set(first.asked).size).toBe(6);
    expect(progress).toEqual([0, 1, 2, 3, 4, 5, 6]);
    const second = observed();
    expect(await judgeTasks(examplePlan.tasks, store, second.judge, { workers: 2 })).toEqual({ judged: 0, judgedBefore: 6, faults: [] });
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
    await judgeTasks(examplePlan.tasks, new VerdictStore(results()), judge, { workers: 2 });
    expect(most).toBe(2);
  });

  it("gives each worker an exercise of its own, as long as there are some", async () => {
    const students = Array.from({ length: 6 }, (_, i) => handIn(`s${i}`, { copy: `pass ${i}`, walk: `fail ${i}` }));
    const { tasks } = planOf(students);
    const running: string[] = [];
    const together: string[] = [];
    const judge: JudgeAnswer = async (job) => {
      running.push(job.exercise);
      if (running.length === 2) together.push([...running].sort().join(" and "));
      await new Promise((resolve) => setTimeout(resolve, 2));
      running.splice(running.indexOf(job.exercise), 1);
      return verdictOf({ ...job, source: job.source.slice(0, 4) });
    };
    await judgeTasks(tasks, new VerdictStore(results()), judge, { workers: 2 });
    expect(new Set(together.slice(0, 8))).toEqual(new Set(["copy and walk"]));
  });

  it("gives the same bytes after it was interrupted and restarted", async () => {
    const whole = results("whole");
    const resumed = results("resumed");
    await judgeTasks(examplePlan.tasks, new VerdictStore(whole), observed().judge, { workers: 2 });
    let left = 3;
    const interrupted: JudgeAnswer = async (job) => {
      if (left-- === 0) throw new Error("killed");
      return verdictOf(job);
    };
    await expect(judgeTasks(examplePlan.tasks, new VerdictStore(resumed), interrupted, { workers: 1 })).rejects.toThrow("killed");
    expect(missingTasks(examplePlan.tasks, new VerdictStore(resumed))).toHaveLength(3);
    expect((await judgeTasks(examplePlan.tasks, new VerdictStore(resumed), observed().judge, { workers: 2 })).judged).toBe(3);
    expect(await storedVerdicts(resumed)).toEqual(await storedVerdicts(whole));
    expect(await gradesIn(resumed)).toBe(await gradesIn(whole));
  });

  it("judges an answer that ran out of time once more, alone, after all the others", async () => {
    const slow = planOf([handIn("ada", { copy: "slow", walk: "pass" }), handIn("bob", { copy: "fail" })]);
    const busyMachine = observed((job, time) => verdictOf(time === "again" ? { ...job, source: "pass" } : job));
    const store = new VerdictStore(results());
    await judgeTasks(slow.tasks, store, busyMachine.judge, { workers: 1 });
    expect(busyMachine.asked).toHaveLength(4);
    expect(busyMachine.asked.at(-1)).toBe("copy slow, again");
    const slowTasks = slow.tasks.filter(({ job }) => job.source === "slow");
    expect(slowTasks.map((task) => store.read(task))).toMatchObject([{ status: "pass" }]);
  });

  it("an answer that ran out of time is judged alone in every later run, and stored all the same", async () => {
    const slow = planOf([handIn("ada", { copy: "slow", walk: "pass" })]);
    const store = new VerdictStore(results());
    await judgeTasks(slow.tasks, store, observed().judge, { workers: 1 });
    const [copy] = slow.tasks.filter(({ job }) => job.source === "slow");
    expect(store.read(copy!)).toMatchObject({ status: "error", error: { kind: "out-of-time" } });
    const idleMachine = observed((job) => verdictOf({ ...job, source: "pass" }));
    expect(await judgeTasks(slow.tasks, store, idleMachine.judge, { workers: 1 })).toEqual({ judged: 1, judgedBefore: 1, faults: [] });
    expect(idleMachine.asked).toEqual(["copy slow, again"]);
    expect(store.read(copy!)).toMatchObject({ status: "pass" });
  });

  it("does not store faults, so that a later run tries again", async () => {
    const faulty = planOf([handIn("ada", { copy: "fault", walk: "pass" })]);
    const judging = await judgeTasks(faulty.tasks, new VerdictStore(results()), observed().judge, { workers: 2 });
    expect(judging).toMatchObject({ judged: 1, judgedBefore: 0, faults: [{ message: "the grader's process ended by SIGBUS" }] });
    const repaired = observed((job) => verdictOf({ ...job, source: "pass" }));
    expect(await judgeTasks(faulty.tasks, new VerdictStore(results()), repaired.judge, { workers: 2 })).toEqual({
      judged: 1,
      judgedBefore: 1,
      faults: [],
    });
    expect(repaired.asked).toEqual(["copy fault, first"]);
  });
});
