import type { Assignment } from "../assignment/assignment.ts";
import type { Lateness } from "../assignment/lateness.ts";
import type { GradeResult } from "#judge/result.ts";
import type { PageVerdict } from "../submission/hand-in.ts";
import type { Student, SubmissionProblem } from "../submission/submission.ts";

/** Everything that a class was graded to: what all reports are written from, and what a regrade compares with. Plain data. */
export interface ClassGrades {
  readonly schema: "coalesce/class/v1";
  /** The assignment without its secret. */
  readonly assignment: Omit<Assignment, "secret">;
  readonly simulatorVersion: string;
  /** Content hash of the sources that judged the answers. */
  readonly graderVersion: string;
  /** One an assigned exercise, in the assignment's order. */
  readonly exercises: readonly ExerciseSummary[];
  /** Sorted by id. */
  readonly students: readonly StudentGrade[];
  /** What concerns nobody in particular: a broken file, a stranger to the assignment. */
  readonly problems: readonly SubmissionProblem[];
}

export interface ExerciseSummary {
  readonly id: string;
  readonly title: string;
  /** Content hash of the exercise's folder as it was graded. */
  readonly version: string;
  /** Content hash of the seeds of its hidden cases: other cases, another hash. */
  readonly hiddenDraw: string;
  /** What the assignment gives for it. */
  readonly maxPoints: number;
}

/** What one student is graded to. */
export interface StudentGrade {
  readonly student: Student;
  /** Milliseconds since 1970. */
  readonly handedInAt: number;
  readonly lateness: Lateness;
  /** How many hand-ins the student made that could count. */
  readonly attempts: number;
  /** One an assigned exercise, in the assignment's order. */
  readonly exercises: readonly ExerciseGrade[];
  /** Sum over the exercises, before lateness; null while an exercise waits for a verdict. In hundredths of a point at the finest. */
  readonly points: number | null;
  /** What counts: points times the factor of lateness, to hundredths; null like `points`. */
  readonly score: number | null;
  readonly maxScore: number;
  readonly problems: readonly SubmissionProblem[];
}

/** What one student is graded to in one exercise. */
export interface ExerciseGrade {
  readonly exercise: string;
  /** "missing": nothing was handed in. "fault": the grader failed, and nobody has judged the answer yet. */
  readonly status: "pass" | "fail" | "error" | "fault" | "missing";
  /** To hundredths; null for a fault. */
  readonly points: number | null;
  readonly maxPoints: number;
  /** The verdict; absent when nothing was handed in. */
  readonly result?: GradeResult;
  /** The checks of the verdict that count, with their share of the assignment's points; empty where the answer was not judged. */
  readonly checks: readonly CheckGrade[];
  /** The answer; absent when nothing was handed in. */
  readonly source?: string;
  /** What the student's page said; it counts for nothing. */
  readonly pageVerdict?: PageVerdict;
}

/** One check in one case, in points of the assignment. */
export interface CheckGrade {
  readonly id: string;
  readonly case: string;
  readonly points: number;
  readonly maxPoints: number;
  /** Hidden from the student: by a hidden case, by the exercise, or by the assignment. */
  readonly visibility: "visible" | "hidden";
}
