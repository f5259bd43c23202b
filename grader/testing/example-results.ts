import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import { classJson, gradedClass } from "#classroom/grading/class-grades.ts";
import type { ClassPlan } from "#classroom/grading/plan.ts";
import { VerdictStore } from "#classroom/grading/verdict-store.ts";
import { handIn, planOf } from "./example-class.ts";

/** A plan of three students with six different answers. */
export const examplePlan = planOf([
  handIn("ada", { copy: "pass", walk: "pass" }),
  handIn("bob", { copy: "fail", walk: "threw" }),
  handIn("cem", { copy: "pass 2", walk: "fail" }),
]);

/** Gives each test of a file an empty folder for results, and removes it afterwards. Returns a function that joins names to its path. */
export function resultsFolder(): (...names: string[]) => string {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "coalesce-class-"));
  });
  afterEach(() => rm(folder, { recursive: true }));
  return (...names) => path.join(folder, ...names);
}

/** The name and text of every verdict in a folder of results. */
export async function storedVerdicts(results: string): Promise<string[][]> {
  const names = await readdir(path.join(results, "answers"), { recursive: true });
  const files = names.filter((name) => name.endsWith(".json")).sort();
  return Promise.all(files.map(async (name) => [name, await readFile(path.join(results, "answers", name), "utf8")]));
}

/** The grades of the example plan, as JSON, by the verdicts in a folder of results. */
export async function gradesIn(results: string, plan: ClassPlan = examplePlan): Promise<string> {
  const store = new VerdictStore(results, plan.assignment.secret);
  const { head, students } = gradedClass(plan, (task) => store.read(task));
  return textOf(classJson(head, students()));
}

/** A text that comes in parts. */
export async function textOf(parts: AsyncIterable<string>): Promise<string> {
  let text = "";
  for await (const part of parts) text += part;
  return text;
}
