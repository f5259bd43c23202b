// node grader/bench/class-sizes.ts 300x6 4600x6: grades classes of so many students and exercises by the real command, one after the other,
// and prints the cost of each as a line of JSON, from the second on with the memory that a thousand more answers take. Every answer is a
// file of its own: nearly all are plain, and few are different programs.
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { availableParallelism, freemem, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readAssignedCourse } from "#classroom/assignment/assigned-course.ts";
import { exerciseIds } from "#kit/folder.ts";
import { millisecondsInStat } from "#sandbox/host/processor-time.ts";
import { answerPool } from "#testing/acceptance/answers.ts";

const command = fileURLToPath(new URL("../cli/coalesce.mjs", import.meta.url));

/** How often the command's memory and time are sampled, in ms. */
const LOOK_MS = 200;

/** The cost of grading a class. */
interface ClassSize {
  readonly students: number;
  readonly exercises: number;
  readonly answers: number;
  readonly workers: number;
  /** Wall time: other work of the machine counts. */
  readonly seconds: number;
  /** Processor time of the command itself, without the processes that run answers. */
  readonly processorSeconds: number;
  /** The command's peak memory, without those processes. */
  readonly peakMebibytes: number;
  readonly resultMebibytes: number;
  readonly resultFiles: number;
}

let smaller: ClassSize | undefined;
for (const size of process.argv.slice(2)) {
  const [, students = 0, exercises = 0] = (/^(\d+)x(\d+)$/.exec(size) ?? []).map(Number);
  if (students < 1 || exercises < 1) throw new RangeError(`"${size}" is no size of a class: write students and exercises as in 300x6`);
  const graded = await gradeClass(students, exercises);
  console.log(JSON.stringify({ ...graded, ...(smaller && { mebibytesPerThousandAnswers: growthOf(smaller, graded) }) }));
  smaller = graded;
}

/** How many MiB more a thousand more answers take, from one class to the next. */
function growthOf(smaller: ClassSize, larger: ClassSize): number {
  return rounded(((larger.peakMebibytes - smaller.peakMebibytes) / (larger.answers - smaller.answers)) * 1000);
}

async function gradeClass(students: number, exercises: number): Promise<ClassSize> {
  const folder = await mkdtemp(path.join(tmpdir(), "coalesce-bench-"));
  try {
    await writeClass(folder, students, exercises);
    const results = path.join(folder, "results");
    const spent = await run(["grade", "--assignment", "week.yaml", "submissions", "--out", results], folder);
    const files = (await readdir(results, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    let bytes = 0;
    for (const { parentPath, name } of files) bytes += (await stat(path.join(parentPath, name))).size;
    return {
      students,
      exercises,
      answers: students * exercises,
      workers: availableParallelism(),
      ...spent,
      resultMebibytes: rounded(bytes / 2 ** 20),
      resultFiles: files.length,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** An assignment of the first exercises, and a folder per student with an answer to each: right, wrong or untouched in turn. */
async function writeClass(folder: string, students: number, exercises: number): Promise<void> {
  const ids = (await exerciseIds()).slice(0, exercises);
  if (ids.length < exercises) throw new RangeError(`the course has only ${ids.length} exercises`);
  const assignment = `schema: coalesce/assignment/v1
id: week
title: Week
timeZone: UTC
due: 2126-10-08T23:59
secret: the secret of the bench
exercises: [${ids.map((id) => `{ id: ${id}, points: 10 }`).join(", ")}]
`;
  await writeFile(path.join(folder, "week.yaml"), assignment);
  const { folders } = await readAssignedCourse(assignment, "week.yaml");
  const pools = folders.map((exercise) => {
    const { right, wrong, starter } = answerPool(exercise);
    return { id: exercise.assigned.id, sources: [...right, ...right, ...wrong, starter].map(({ source }) => source) };
  });
  for (let student = 0; student < students; student++) {
    const home = path.join(folder, "submissions", `s${student}`);
    await mkdir(home, { recursive: true });
    for (const [i, { id, sources }] of pools.entries()) {
      const source = sources[(student * (i + 1)) % sources.length] ?? "";
      await writeFile(path.join(home, `${id}.ts`), `// By s${student}.\n${source}`);
    }
  }
}

type Spent = Pick<ClassSize, "seconds" | "processorSeconds" | "peakMebibytes">;

/** Runs the command to its end. @throws Error if it fails */
async function run(words: readonly string[], folder: string): Promise<Spent> {
  const started = performance.now();
  const child = spawn(process.execPath, [command, ...words], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  const spent = { processorSeconds: 0, peakMebibytes: 0 };
  const looks = setInterval(() => void look(child.pid, spent), LOOK_MS);
  const code = await new Promise((resolve) => child.once("close", resolve));
  clearInterval(looks);
  if (code !== 0) throw new Error(`the command ended with code ${String(code)}; ${Math.round(freemem() / 2 ** 20)} MiB of memory are free`);
  return { seconds: rounded((performance.now() - started) / 1000), ...spent };
}

async function look(pid: number | undefined, spent: { processorSeconds: number; peakMebibytes: number }): Promise<void> {
  const [statText, status] = await Promise.all(["stat", "status"].map((file) => readFile(`/proc/${pid}/${file}`, "utf8").catch(() => "")));
  if (!statText || !status) return;
  spent.processorSeconds = rounded(millisecondsInStat(statText) / 1000);
  // A process that has just ended has no such line.
  spent.peakMebibytes = Math.max(spent.peakMebibytes, Math.round(Number(/^VmHWM:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024));
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
