import type { Assignment } from "../assignment/assignment.ts";
import type { Collected } from "../submission/read-submissions.ts";
import type { AssignedFolder } from "./assigned-folder.ts";
import type { ClassGrades } from "./class-grades.ts";
import { gradeChanges, type GradeChanges } from "./grade-changes.ts";
import { planClass, type ClassPlan } from "./plan.ts";
import type { PreviousResults } from "./previous-results.ts";
import { keepTimes, type TimedHandIns } from "./regrade-times.ts";

/** A class to be graded once more. */
export interface RegradePlan extends Pick<TimedHandIns, "unknown" | "gone"> {
  readonly plan: ClassPlan;
}

/** What was handed in, as it was read now, and the course and the assignment as they are now. */
export interface Regraded {
  readonly assignment: Assignment;
  readonly folders: readonly AssignedFolder[];
  readonly collected: Collected;
  /** Students whose time the instructor names. */
  readonly received: ReadonlySet<string>;
}

/** What a regrade would change. */
export interface RegradeReport extends Pick<TimedHandIns, "unknown" | "gone"> {
  readonly changes: GradeChanges;
  readonly grades: ClassGrades;
}

/** Plans the grading of a class that was graded before: every hand-in keeps its time. */
export function planRegrade({ assignment, folders, collected, received }: Regraded, { grades, manifest }: PreviousResults): RegradePlan {
  const assignedBefore = new Set(grades.exercises.map(({ id }) => id));
  const exercises = assignment.exercises.map(({ id }) => id).filter((id) => assignedBefore.has(id));
  const { collected: timed, unknown, gone } = keepTimes(collected, manifest.handIns, { exercises, received });
  return { plan: planClass(assignment, folders, timed), unknown, gone };
}

export function regradeReport({ unknown, gone }: RegradePlan, previous: PreviousResults, grades: ClassGrades): RegradeReport {
  return { changes: gradeChanges(previous.grades, grades), grades, unknown, gone };
}
