import { readAssignedCourse } from "#classroom/assignment/assigned-course.ts";
import { SandboxJudge } from "#classroom/grading/judge-tasks.ts";
import { planClass, type Task } from "#classroom/grading/plan.ts";
import type { GradeJob } from "#judge/grade.ts";
import type { GradeResult } from "#judge/result.ts";
import { plainModule } from "#sandbox/answer/plain-module.ts";
import { childProcess } from "#sandbox/host/node-transport.ts";
import type { Channel, StartOptions, Transport } from "#sandbox/host/sandbox.ts";
import { instantOfHandIn } from "#testing/acceptance/hand-ins.ts";
import { generateClass } from "#testing/acceptance/students.ts";

/** The exercises that the instructor's guide assigns. */
const ASSIGNMENT = `schema: coalesce/assignment/v1
id: week-1
title: "Week 1: who asks for what"
timeZone: Europe/Berlin
due: 2026-10-08T23:59
secret: the secret of the bench
exercises:
  - { id: straight-copy, points: 10 }
  - { id: row-walk, points: 10 }
  - { id: transpose-tiled, points: 25 }
  - { id: float4-copy, points: 20 }
  - { id: column-sum, points: 15 }
  - { id: silu-and-multiply, points: 20 }
`;

/** The processor time that the processes with the answers take, over both ways to judge the guide's class. */
interface GuideClass {
  /** Different sources, without those of hostile students. */
  readonly answers: number;
  /** The share of plain answers. */
  readonly plain: number;
  /** Different programs among the plain ones. */
  readonly programs: number;
  /** Milliseconds per answer. */
  readonly ownProcessMs: number;
  readonly asGradedMs: number;
  /** How many times more each answer takes in a process of its own. */
  readonly ratio: number;
  /** The same ratio per different program: answers whose program was judged already don't count. */
  readonly ratioOfDifferentPrograms: number;
}

/**
 * Judges the answers of the guide's 300 students by both ways: each in a process of its own, and as a class is graded.
 *
 * @throws Error if a verdict differs
 */
export async function guideClass(): Promise<GuideClass> {
  const tasks = await tasksOfClass();
  const programs = new Map(tasks.map((task) => [task, plainModule(task.job.source)?.code]));
  const plain = tasks.filter((task) => programs.get(task) !== undefined);
  const firsts = [...new Map(plain.map((task) => [`${task.job.exercise} ${programs.get(task)}`, task])).values()];
  const own = await measure(tasks, ({ judgeAlone }) => judgeAlone);
  const asGraded = await measure(tasks, asInClass);
  const different = await measure(firsts, asInClass);
  const ownOfDifferent = await measure(firsts, ({ judgeAlone }) => judgeAlone);
  for (const [i, verdict] of own.verdicts.entries()) {
    if (asGraded.verdicts[i] !== verdict)
      throw new Error(`another verdict on this answer to ${tasks[i]!.job.exercise}:\n${tasks[i]!.job.source}`);
  }
  return {
    answers: tasks.length,
    plain: rounded(plain.length / tasks.length),
    programs: firsts.length,
    ownProcessMs: rounded(own.ms / tasks.length),
    asGradedMs: rounded(asGraded.ms / tasks.length),
    ratio: rounded(own.ms / asGraded.ms),
    ratioOfDifferentPrograms: rounded(ownOfDifferent.ms / different.ms),
  };
}

type Judge = (job: GradeJob) => Promise<GradeResult>;

const asInClass =
  ({ judge }: SandboxJudge): Judge =>
  (job) =>
    judge(job, "first");

/** The processor time of the processes with the answers, and the verdicts as JSON. */
async function measure(
  tasks: readonly Task[],
  way: (sandboxes: SandboxJudge) => Judge,
): Promise<{ readonly ms: number; readonly verdicts: readonly string[] }> {
  const meter = new Meter();
  const sandboxes = new SandboxJudge(1, meter);
  const judge = way(sandboxes);
  const verdicts: string[] = [];
  for (const { job } of tasks) verdicts.push(JSON.stringify(await judge(job)));
  await sandboxes.close();
  return { ms: await meter.total(), verdicts };
}

/** Starts processes, and adds up the processor time that each has used by the time it is killed. */
class Meter implements Transport {
  readonly #used: Promise<number>[] = [];

  async start(options: StartOptions): Promise<Channel> {
    const channel = await childProcess.start(options);
    const { runningTime } = channel;
    if (runningTime === undefined) throw new Error("nobody can tell the processor time of a process here");
    const kill = (): void => {
      const used = Promise.resolve(runningTime());
      this.#used.push(used.finally(() => channel.kill()));
    };
    return { ...channel, kill };
  }

  /** In ms. */
  async total(): Promise<number> {
    return (await Promise.all(this.#used)).reduce((sum, used) => sum + used, 0);
  }
}

async function tasksOfClass(): Promise<Task[]> {
  const { assignment, folders } = await readAssignedCourse(ASSIGNMENT, "bench.yaml");
  const { students } = generateClass(assignment, folders);
  const submissions = students
    .filter(({ isHostile }) => !isHostile)
    .flatMap(({ id, name, handIns }) =>
      handIns.map((handIn) => ({
        student: { id, name },
        handedInAt: instantOfHandIn(handIn, assignment),
        answers: handIn.answers.map(({ exercise, source }) => ({ exercise, source })),
        origin: id,
      })),
    );
  const { tasks } = planClass(assignment, folders, { submissions, problems: [] });
  return tasks.toSorted((a, b) => Number(a.job.exercise > b.job.exercise) - Number(a.job.exercise < b.job.exercise));
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
