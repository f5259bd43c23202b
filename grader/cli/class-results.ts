import path from "node:path";
import writeFileAtomic from "write-file-atomic";
import type { Assignment } from "#classroom/assignment/assignment.ts";
import { instantOf } from "#classroom/assignment/lateness.ts";
import type { AnswerStore } from "#classroom/grading/answer-store.ts";
import type { ClassGrades } from "#classroom/grading/class-grades.ts";
import { classJson, gradeClass } from "#classroom/grading/grade-class.ts";
import { ForeignResults, writeManifest, type Manifest } from "#classroom/grading/manifest.ts";
import type { ClassPlan } from "#classroom/grading/plan.ts";
import { UsageError } from "./exit-code.ts";

/** Where the results go, and what students may see in them. */
export interface ClassResults {
  readonly out: string;
  readonly solutionsShown: boolean;
}

/** Says in the folder of results what it is for. @throws UsageError where it is already for another assignment */
export async function claimResults(out: string, manifest: Manifest): Promise<void> {
  try {
    await writeManifest(out, manifest);
  } catch (error) {
    if (error instanceof ForeignResults) throw new UsageError(error.message);
    throw error;
  }
}

/** Grades a class from the verdicts that there are, and writes `class.json` and all reports. */
export async function writeClass(plan: ClassPlan, store: AnswerStore, { out, solutionsShown }: ClassResults): Promise<ClassGrades> {
  await store.sweep();
  const grades = await gradeClass(plan, (task) => store.read(task));
  await writeFileAtomic(path.join(out, "class.json"), classJson(grades));
  // Reports bring charts and pages along, which a shard should not wait for.
  const { writeReports } = await import("#classroom/reports/write-reports.ts");
  await writeReports(grades, out, {
    solutionsShown,
    solutions: filesNamed("solution.ts", plan),
    starters: filesNamed("starter.ts", plan),
  });
  return grades;
}

/** Whether solutions are out at a time of the assignment. There is no clock in it: a second run writes the same bytes. */
export function areSolutionsShown(assignment: Pick<Assignment, "solutions" | "timeZone">, asOf: string | undefined): boolean {
  if (asOf === undefined) return false;
  const instant = instantOf(asOf, assignment);
  if (Number.isNaN(instant)) throw new UsageError(`--as-of ${asOf} is no day and time; 2026-11-01T12:00 is one`);
  return assignment.solutions !== "never" && instant >= instantOf(assignment.solutions, assignment);
}

function filesNamed(file: string, { folders }: ClassPlan): Map<string, string> {
  return new Map(
    folders.flatMap(({ assigned, files }) => {
      const text = files.get(file);
      return text === undefined ? [] : [[assigned.id, text]];
    }),
  );
}
