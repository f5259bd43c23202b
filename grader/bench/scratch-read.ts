import { readAssignedCourse } from "#classroom/assignment/assigned-course.ts";
import { readSubmissions } from "#classroom/submission/read-submissions.ts";
import { findFiles } from "#classroom/submission/submitted-files.ts";
import { readFileSync } from "node:fs";
import { planClass } from "#classroom/grading/plan.ts";
const f = process.argv[2]!;
const show = (n: string) => { const m = process.memoryUsage(); console.log(n, Object.entries(m).map(([k, v]) => `${k} ${(v / 2 ** 20).toFixed(0)}`).join(" "), process.cpuUsage().user / 1e6); };
const { assignment, folders } = await readAssignedCourse(readFileSync(f + "/week.yaml", "utf8"), "week.yaml");
show("start");
if (process.argv[3] === "find") { const x = await findFiles([f + "/submissions"]); show("found"); (globalThis as any).gc?.(); show("gc"); process.exit(x.files.length > 0 ? 0 : 1); }
let timer = setInterval(() => show("  ."), 2000);
const c = await readSubmissions([f + "/submissions"], assignment);
clearInterval(timer);
show("read"); (globalThis as any).gc?.(); show("gc");
const plan = planClass(assignment, folders, c);
show("plan"); (globalThis as any).gc?.(); show("gc");
console.log(plan.tasks.length);
