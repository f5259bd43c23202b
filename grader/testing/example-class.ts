import { readAssignment } from "#classroom/assignment/assignment-file.ts";
import type { AssignedExercise } from "#classroom/assignment/assignment.ts";
import type { GradeJob } from "#judge/grade.ts";
import type { CheckResult, GradeResult } from "#judge/result.ts";
import { simulatorVersion } from "#simulator";
import type { Collected, Submission } from "#classroom/submission/submission.ts";
import type { AssignedFolder } from "#classroom/assignment/assigned-course.ts";
import { planClass, type ClassPlan } from "#classroom/grading/plan.ts";

/** An assignment of two made-up exercises, `copy` for 10 points and `walk` for 20, for tests that need no real exercises or verdicts. */
export const assignment = readAssignment(
  `schema: coalesce/assignment/v1
id: week-1
title: Coalescing
timeZone: Europe/Berlin
due: 2026-10-24T23:59
late: { policy: per-day, percent: 10 }
exercises:
  - { id: copy, points: 10 }
  - { id: walk, points: 20, checks: { right: 1, cost: 2 }, hideChecks: [cost] }
secret: a secret of some length
`,
  "week-1.yaml",
);

/** The assigned exercise `copy` or `walk`. */
export function assignedExercise(id: "copy" | "walk"): AssignedExercise {
  const assigned = assignment.exercises.find((exercise) => exercise.id === id);
  if (assigned === undefined) throw new Error(`${id} is not assigned`);
  return assigned;
}

const DUE = Date.parse("2026-10-24T21:59:00Z");

/** The folders of these exercises, with titles and files only, because no test runs them. */
export function folders(version = "v1"): AssignedFolder[] {
  return assignment.exercises.map((assigned) => ({
    assigned,
    version,
    exercise: { title: `The ${assigned.id}` } as AssignedFolder["exercise"],
    files: new Map([
      ["solution.ts", "export const pitch = 33;\n"],
      ["wrong/off-by-one.ts", "export const pitch = 32;\n"],
    ]),
  }));
}

/** A hand-in at the due time, or some hours later. */
export function handIn(student: string, answers: Readonly<Record<string, string>>, hoursLate = 0): Submission {
  return {
    student: { id: student, name: student.toUpperCase() },
    handedInAt: DUE + hoursLate * 3_600_000,
    answers: Object.entries(answers).map(([exercise, source]) => ({ exercise, source })),
    origin: `${student}.json`,
  };
}

/** The plan for grading these hand-ins. */
export function planOf(
  submissions: readonly Submission[],
  { problems = [], version }: { problems?: Collected["problems"]; version?: string } = {},
): ClassPlan {
  return planClass(assignment, folders(version), { submissions, problems });
}

/** The verdict of a fake grader. It depends on the source: "pass", "fail" (right, but too expensive), "threw", "fault" or "slow". */
export function verdictOf({ exercise, exerciseVersion, source }: GradeJob): GradeResult {
  const common = { schema: "coalesce/result/v1", exercise, exerciseVersion, simulatorVersion } as const;
  const error = (kind: "threw" | "out-of-time"): GradeResult => ({ ...common, status: "error", error: { kind, message: source } });
  if (source === "fault") return { ...common, status: "fault", message: "the grader's process ended by SIGBUS" };
  if (source === "threw") return error("threw");
  if (source === "slow") return error("out-of-time");
  const passes = source.startsWith("pass");
  const checks = [check("right", "small", true), check("right", "hidden-1", true), check("cost", "small", passes)];
  return { ...common, status: passes ? "pass" : "fail", score: passes ? 5 : 2, maxScore: 5, checks, metrics: [] };
}

function check(id: string, inCase: string, passes: boolean): CheckResult {
  const maxPoints = id === "cost" ? 3 : 1;
  return {
    id,
    title: id,
    case: inCase,
    verdict: passes ? "pass" : "fail",
    points: passes ? maxPoints : 0,
    maxPoints,
    message: "",
    visibility: inCase.startsWith("hidden") ? "hidden" : "visible",
  };
}
