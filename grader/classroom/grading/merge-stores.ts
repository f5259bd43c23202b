import type { AnswerStore } from "./answer-store.ts";
import type { ClassPlan, Task } from "./plan.ts";

/** A task that no shard has a verdict on. */
export interface LackingTask {
  readonly task: Task;
  /** In the manifest: place modulo the number of shards is the shard that it belongs to. */
  readonly place: number;
}

/** Copies the verdicts on a plan's tasks from several stores into one, and names the tasks that none has. */
export async function mergeStores(
  { tasks }: Pick<ClassPlan, "tasks">,
  from: readonly AnswerStore[],
  into: AnswerStore,
): Promise<LackingTask[]> {
  const lacking: LackingTask[] = [];
  for (const [place, task] of tasks.entries()) {
    if ((await into.read(task)) !== undefined) continue;
    const verdict = await firstVerdict(task, from);
    if (verdict === undefined) lacking.push({ task, place });
    else await into.write(task, verdict);
  }
  return lacking;
}

async function firstVerdict(task: Task, stores: readonly AnswerStore[]) {
  for (const store of stores) {
    const verdict = await store.read(task);
    if (verdict !== undefined) return verdict;
  }
  return undefined;
}
