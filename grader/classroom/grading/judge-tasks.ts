import pLimit from "p-limit";
import type { GradeJob } from "#judge/grade.ts";
import type { GradeResult } from "#judge/result.ts";
import { byCodeUnits } from "../submission/order.ts";
import type { AnswerStore } from "./answer-store.ts";
import type { Task } from "./plan.ts";

/** Judges one answer, the first time beside others, or again and alone. Never rejects: what goes wrong is a result. */
export type JudgeAnswer = (job: GradeJob, time: "first" | "again") => Promise<GradeResult>;

export interface JudgingOptions {
  /** How many answers are judged at a time. */
  readonly workers: number;
  /** Called before the first answer and after each. */
  readonly onProgress?: (judged: number, total: number) => void;
}

/** How the judging of a class went. */
export interface Judging {
  readonly judged: number;
  /** How many verdicts were there already. */
  readonly kept: number;
  /** The tasks that the grader failed at, with what it said; a later run tries them again. */
  readonly faults: readonly { readonly task: Task; readonly message: string }[];
}

/**
 * Judges what the store has no verdict on, and stores each verdict as soon as it is there.
 *
 * An answer that ran out of time beside others may have waited for the processor: it is judged once more, alone, after all
 * the others, and so is one that the grader failed at. The second verdict stands.
 */
export async function judgeTasks(
  tasks: readonly Task[],
  store: AnswerStore,
  judge: JudgeAnswer,
  { workers, onProgress = () => undefined }: JudgingOptions,
): Promise<Judging> {
  const missing = await missingTasks(tasks, store);
  const again: Task[] = [];
  const faults: { task: Task; message: string }[] = [];
  let judged = 0;
  const keep = async (task: Task, result: GradeResult): Promise<void> => {
    if (result.status === "fault") faults.push({ task, message: result.message });
    else await store.write(task, result);
    onProgress(++judged, missing.length);
  };
  onProgress(0, missing.length);
  await allOf(missing, workers, async (task) => {
    const result = await judge(task.job, "first");
    if (deservesAnother(result)) again.push(task);
    else await keep(task, result);
  });
  for (const task of again.sort((a, b) => byCodeUnits(a.key, b.key))) await keep(task, await judge(task.job, "again"));
  return { judged: judged - faults.length, kept: tasks.length - missing.length, faults };
}

/** The tasks that a store has no verdict on. */
export async function missingTasks(tasks: readonly Task[], store: AnswerStore): Promise<Task[]> {
  const missing: Task[] = [];
  for (const task of tasks) if ((await store.read(task)) === undefined) missing.push(task);
  return missing;
}

function deservesAnother(result: GradeResult): boolean {
  return result.status === "fault" || (result.status === "error" && result.error.kind === "out-of-time");
}

/** The first failure ends it: of the store, a disk that is full say, which the items still waiting would meet as well. */
async function allOf<T>(items: readonly T[], atATime: number, work: (item: T) => Promise<void>): Promise<void> {
  const limit = pLimit(atATime);
  const failures: unknown[] = [];
  const workUnlessFailed = async (item: T): Promise<void> => {
    if (failures.length > 0) return;
    await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(items.map((item) => limit(workUnlessFailed, item)));
  if (failures.length > 0) throw failures[0];
}
