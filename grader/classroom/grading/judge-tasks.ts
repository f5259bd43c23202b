import type { GradeJob } from "#judge/grade.ts";
import type { GradeResult } from "#judge/result.ts";
import { childProcess } from "#sandbox/host/node-transport.ts";
import { SandboxPool } from "#sandbox/host/sandbox-pool.ts";
import { Sandbox, type Transport } from "#sandbox/host/sandbox.ts";
import { byCodeUnits } from "../submission/submission.ts";
import { JUDGING_LIMITS } from "./judging-limits.ts";
import type { Task } from "./plan.ts";
import type { SettledResult } from "./verdict-schema.ts";
import type { VerdictStore } from "./verdict-store.ts";

/** Judges one answer: the first time in parallel with others, the second time alone. It never rejects: a fault is a result too. */
export type JudgeAnswer = (job: GradeJob, attempt: "first" | "again") => Promise<GradeResult>;

interface JudgingOptions {
  /** How many answers are judged at the same time. */
  readonly workers: number;
  /** Called before the first answer and after each. */
  readonly onProgress?: (judged: number, total: number) => void;
}

/** The outcome of judging a class. */
export interface Judging {
  readonly judged: number;
  /** How many final verdicts the store already had. */
  readonly judgedBefore: number;
  /** The tasks that the grader failed at, with its message; a later run tries them again. */
  readonly faults: readonly { readonly task: Task; readonly message: string }[];
}

/**
 * Judges the tasks that the store has no final verdict on, and stores each verdict as soon as it is known.
 *
 * An answer that ran out of time or memory may have suffered from others that ran beside it. It is judged once more, alone, after all the
 * others, as is an answer that the grader failed at. The second verdict counts, until a later run judges an answer that ran out of time
 * alone again.
 */
export async function judgeTasks(
  tasks: readonly Task[],
  store: VerdictStore,
  judge: JudgeAnswer,
  { workers, onProgress = () => undefined }: JudgingOptions,
): Promise<Judging> {
  const { untried, again } = openTasks(tasks, store);
  const missing = untried.length + again.length;
  const faults: { task: Task; message: string }[] = [];
  let judged = 0;
  const keep = async (task: Task, result: GradeResult): Promise<void> => {
    if (result.status === "fault") faults.push({ task, message: result.message });
    else await store.write(task, result);
    onProgress(++judged, missing);
  };
  onProgress(0, missing);
  await inLanes(untried, workers, async (task) => {
    const result = await judge(task.job, "first");
    if (needsSecondTry(result)) again.push(task);
    else await keep(task, result);
  });
  for (const task of again.sort((a, b) => byCodeUnits(a.key, b.key))) await keep(task, await judge(task.job, "again"));
  return { judged: judged - faults.length, judgedBefore: tasks.length - missing, faults };
}

/** The tasks that a store has no final verdict on. */
export function missingTasks(tasks: readonly Task[], store: VerdictStore): Task[] {
  const { untried, again } = openTasks(tasks, store);
  return [...untried, ...again];
}

/** The tasks that a store has no verdict on, and those with one that is not final. */
function openTasks(tasks: readonly Task[], store: VerdictStore): { untried: Task[]; again: Task[] } {
  const untried: Task[] = [];
  const again: Task[] = [];
  for (const task of tasks) {
    const result = store.read(task);
    if (result === undefined) untried.push(task);
    else if (!isFinal(result)) again.push(task);
  }
  return { untried, again };
}

/** How much time an answer takes depends on the machine, too: running out of it is no final verdict. */
function isFinal(result: SettledResult): boolean {
  return !(result.status === "error" && result.error.kind === "out-of-time");
}

function needsSecondTry(result: GradeResult): boolean {
  return result.status === "fault" || (result.status === "error" && /^out-of-(?:time|memory)$/.test(result.error.kind));
}

/**
 * Works on tasks, `lanes` at a time, and each lane on one exercise after the other: a process that judges several answers to an exercise
 * caches what they have in common. When every remaining exercise has a lane, a free lane helps with the one that has the most tasks.
 *
 * Stops at the first failure. Only the store fails here, on a full disk for example, and then the remaining tasks would fail, too.
 */
async function inLanes(tasks: readonly Task[], lanes: number, work: (task: Task) => Promise<void>): Promise<void> {
  const queues = [...Map.groupBy(tasks, ({ exercise }) => exercise).values()];
  const untouched = [...queues];
  let hasFailed = false;
  const lane = async (): Promise<void> => {
    let queue: Task[] | undefined;
    while (!hasFailed) {
      if (!queue?.length) queue = untouched.pop() ?? longestOf(queues);
      const task = queue?.pop();
      if (task === undefined) return;
      await work(task).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

function longestOf(queues: readonly Task[][]): Task[] | undefined {
  return queues.reduce<Task[] | undefined>((longest, queue) => (queue.length > (longest?.length ?? 0) ? queue : longest), undefined);
}

/**
 * Judges `workers` answers at a time: plain ones one after the other in a process that runs nothing else, any other in its own process.
 * The processes end on `close`, or with this process.
 */
export class SandboxJudge {
  readonly #plain: SandboxPool;
  readonly #first: SandboxPool;
  readonly #again: Sandbox;

  constructor(workers: number, transport: Transport = childProcess) {
    this.#plain = new SandboxPool(workers, { limits: JUDGING_LIMITS.first }, transport);
    this.#first = new SandboxPool(workers, { limits: JUDGING_LIMITS.first, jobs: 1 }, transport);
    this.#again = new Sandbox(transport, { limits: JUDGING_LIMITS.again, namedLimits: JUDGING_LIMITS.first, jobs: 1 });
  }

  readonly judge: JudgeAnswer = async (job, attempt) =>
    attempt === "again" ? this.#again.grade(job) : ((await this.#plain.gradeIfPlain(job)) ?? this.judgeAlone(job));

  /** Judges an answer in its own process, whether it is plain or not. */
  readonly judgeAlone = (job: GradeJob): Promise<GradeResult> => this.#first.grade(job);

  async close(): Promise<void> {
    await Promise.all([this.#plain.close(), this.#first.close(), this.#again.close()]);
  }
}
