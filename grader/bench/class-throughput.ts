import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readAssignedCourse } from "#classroom/assignment/assigned-course.ts";
import { VerdictStore } from "#classroom/grading/verdict-store.ts";
import { judgeTasks, SandboxJudge } from "#classroom/grading/judge-tasks.ts";
import { planClass, type ClassPlan } from "#classroom/grading/plan.ts";

/** Half of the answers are the solution and run to full size, half are the starter, which fails the small cases. */
const ANSWERS_PER_WORKER = 100;
const FEW = 50;
const MANY = 500;
const EXERCISE = "straight-copy";

interface ClassThroughput {
  readonly oneWorker: WorkerThroughput;
  readonly allWorkers: WorkerThroughput;
  /** Answers per second per worker with all workers, over those with one worker: 1 is linear growth. */
  readonly linearity: number;
  readonly parentMemory: ParentMemory;
}

interface WorkerThroughput {
  readonly workers: number;
  readonly answers: number;
  readonly answersPerSecond: number;
  readonly answersPerSecondPerWorker: number;
}

/** Memory of the process that distributes the answers, heap and external, in MiB, after 50 and after 500 answers. */
interface ParentMemory {
  readonly after50: number;
  readonly after500: number;
}

/** How fast a class is graded, from source to stored verdict, when each answer is a program of its own. */
export async function classThroughput(): Promise<ClassThroughput> {
  await measure(1, 2);
  const oneWorker = await measure(1, ANSWERS_PER_WORKER);
  const workers = availableParallelism();
  const allWorkers = await measure(workers, ANSWERS_PER_WORKER * workers);
  const linearity = rounded(allWorkers.answersPerSecond / oneWorker.answersPerSecond / workers);
  return { oneWorker, allWorkers, linearity, parentMemory: await parentMemory() };
}

async function measure(workers: number, answers: number): Promise<WorkerThroughput> {
  const { tasks } = await planOf(answers, (student, files) => files.get(student % 2 === 0 ? "solution.ts" : "starter.ts") ?? "");
  const sandboxes = new SandboxJudge(workers);
  return inFolder(async (results) => {
    const started = performance.now();
    await judgeTasks(tasks, new VerdictStore(results), sandboxes.judge, { workers });
    const perSecond = answers / ((performance.now() - started) / 1000);
    await sandboxes.close();
    return { workers, answers, answersPerSecond: rounded(perSecond), answersPerSecondPerWorker: rounded(perSecond / workers) };
  });
}

/** Uses answers that do not parse, because they are the quickest: each still has its own process, and its verdict is stored. */
async function parentMemory(): Promise<ParentMemory> {
  const { tasks } = await planOf(MANY, () => "export const read = (;");
  const workers = availableParallelism();
  const sandboxes = new SandboxJudge(workers);
  return inFolder(async (results) => {
    const store = new VerdictStore(results);
    await judgeTasks(tasks.slice(0, FEW), store, sandboxes.judge, { workers });
    const after50 = memoryMebibytes();
    await judgeTasks(tasks, store, sandboxes.judge, { workers });
    const after500 = memoryMebibytes();
    await sandboxes.close();
    return { after50, after500 };
  });
}

/** A class of `students` students, each with a program of their own. */
async function planOf(students: number, sourceOf: (student: number, files: ReadonlyMap<string, string>) => string): Promise<ClassPlan> {
  const { assignment, folders } = await readAssignedCourse(
    `schema: coalesce/assignment/v1
id: bench
title: Bench
timeZone: UTC
due: 2026-10-08T23:59
exercises: [{ id: ${EXERCISE}, points: 10 }]
secret: the secret of the bench
`,
    "bench.yaml",
  );
  const [{ files } = noFolder()] = folders;
  const submissions = Array.from({ length: students }, (_, i) => ({
    student: { id: `s${i}`, name: "" },
    handedInAt: 0,
    answers: [{ exercise: EXERCISE, source: `${sourceOf(i, files)}\nexport const student = ${i};\n` }],
    origin: `s${i}`,
  }));
  return planClass(assignment, folders, { submissions, problems: [] });
}

function noFolder(): never {
  throw new RangeError(`the assignment of the bench has no exercise: ${EXERCISE} is missing`);
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "coalesce-bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function memoryMebibytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return rounded((heapUsed + external) / 2 ** 20);
}

/** Node hides the garbage collector unless a flag exposes it. */
function collectGarbage(): void {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
