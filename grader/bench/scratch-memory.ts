import { mkdir, mkdtemp, rm, writeFile, readFile } from "node:fs/promises";
import { readFileSync, existsSync } from "node:fs";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { readAssignedCourse } from "#classroom/assignment/assigned-course.ts";
import { manifestOf, writeManifest } from "#classroom/grading/manifest.ts";
import { planClass } from "#classroom/grading/plan.ts";
import { SandboxJudge, judgeTasks } from "#classroom/grading/judge-tasks.ts";
import { VerdictStore } from "#classroom/grading/verdict-store.ts";
import { readSubmissions } from "#classroom/submission/read-submissions.ts";
import { exerciseIds } from "#kit/folder.ts";
import { answerPool } from "#testing/acceptance/answers.ts";
import { writeClass } from "../cli/class.ts";

const [students = 1000, exercises = 10] = process.argv.slice(2).map(Number);
const folder = `/tmp/class-${students}x${exercises}`;
setFlagsFromString("--expose-gc");
const gc = runInNewContext("gc") as () => void;
const rss = () => Number(/^VmHWM:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))?.[1]) / 1024;
const phase = (name: string) => {
  const before = process.memoryUsage();
  gc();
  const m = process.memoryUsage();
  console.log(name.padEnd(12), "heap", (m.heapUsed / 2 ** 20).toFixed(0), "ext", (m.external / 2 ** 20).toFixed(0), "rss", (before.rss / 2 ** 20).toFixed(0), "peak", rss().toFixed(0), "cpu", (process.cpuUsage().user / 1e6).toFixed(0), "t", (performance.now() / 1000).toFixed(1));
};
const ids = (await exerciseIds()).slice(0, exercises);
const text = `schema: coalesce/assignment/v1
id: week
title: Week
timeZone: UTC
due: 2126-10-08T23:59
secret: the secret of the bench
exercises: [${ids.map((id) => `{ id: ${id}, points: 10 }`).join(", ")}]
`;
const { assignment, folders } = await readAssignedCourse(text, "week.yaml");
if (!existsSync(folder)) {
  const pools = folders.map((exercise) => {
    const { right, wrong, starter } = answerPool(exercise);
    return { id: exercise.assigned.id, sources: [...right, ...right, ...wrong, starter].map(({ source }) => source) };
  });
  for (let student = 0; student < students; student++) {
    const home = path.join(folder, "submissions", `s${student}`);
    await mkdir(home, { recursive: true });
    for (const [i, { id, sources }] of pools.entries())
      await writeFile(path.join(home, `${id}.ts`), `// By s${student}.\n${sources[(student * (i + 1)) % sources.length] ?? ""}`);
  }
  await writeFile(path.join(folder, "week.yaml"), text);
}
phase("start");
const versions = new Map(folders.map(({ assigned, version }) => [assigned.id, version]));
let collected: any = await readSubmissions([path.join(folder, "submissions")], assignment, { versions });
phase("read");
const plan = planClass(assignment, folders, collected);
collected = undefined;
phase("plan");
const out = path.join(folder, "results");
await writeManifest(out, await manifestOf(plan));
phase("manifest");
const store = new VerdictStore(out, assignment.secret);
if (process.argv[4] === "real") {
  const sandboxes = new SandboxJudge(1);
  await judgeTasks(plan.tasks, store, sandboxes.judge, { workers: 1 });
  await sandboxes.close();
} else {
  const sandboxes = new SandboxJudge(1);
  const known = new Map<string, any>();
  await judgeTasks(plan.tasks, store, async (job: any) => {
    const source: string = job.source ?? (await job.read?.());
    const key = job.exercise + source.replace(/^.*\n/, "");
    let v = known.get(key);
    if (!v) known.set(key, (v = await sandboxes.judge(job, "first")));
    return v;
  }, { workers: 1 });
  await sandboxes.close();
}
phase("judged");
await writeClass(plan, store, { out, solutionsShown: false, roster: undefined });
phase("reports");
