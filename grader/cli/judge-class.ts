import type { AnswerStore } from "#classroom/grading/answer-store.ts";
import { judgeTasks, type Judging } from "#classroom/grading/judge-tasks.ts";
import type { Task } from "#classroom/grading/plan.ts";
import { SandboxJudge } from "#classroom/grading/sandbox-judge.ts";
import { exitOnSignals } from "./exit-on-signals.ts";
import { TaskProgress } from "./task-progress.ts";

/** Judges what the store has no verdict on, in sandboxes that end with this process, and shows how far it is. */
export async function judgeClass(tasks: readonly Task[], store: AnswerStore, workers: number): Promise<Judging> {
  exitOnSignals();
  const sandboxes = new SandboxJudge(workers);
  const progress = new TaskProgress();
  try {
    return await judgeTasks(tasks, store, sandboxes.judge, { workers, onProgress: progress.show });
  } finally {
    progress.stop();
    await sandboxes.close();
  }
}
