import type { AssignedExercise } from "../assignment/assignment.ts";
import type { Lateness } from "../assignment/lateness.ts";
import { byCodeUnits, type Student } from "../submission/submission.ts";
import type { ClassGrades, StudentGrade } from "./class-grades.ts";
import { exerciseGrade } from "./exercise-grade.ts";
import type { PreviousGrades, PreviousStudent } from "./previous-results.ts";

/** Whose score changes between two gradings of a class, and why. */
export interface GradeChanges {
  /** The students whose score changes, sorted by id. */
  readonly changed: readonly StudentChange[];
  /** How many keep their score. */
  readonly unchanged: number;
  /** Students who are only in the new grades, and those who are only in the previous ones; sorted by id. */
  readonly joined: readonly StudentGrade[];
  readonly left: readonly PreviousStudent[];
  /** The maximum score, if it changed. */
  readonly maxScore?: Change<number>;
}

export interface Change<T> {
  readonly from: T;
  readonly to: T;
}

export interface StudentChange {
  readonly student: Student;
  /** Null while an exercise waits for a verdict. */
  readonly score: Change<number | null>;
  /** The exercises whose points change, in the assignment's order; those that are no longer assigned come last. */
  readonly exercises: readonly ExerciseChange[];
  readonly lateness?: Change<Lateness>;
}

export interface ExerciseChange {
  readonly exercise: string;
  /** Before lateness; undefined where the exercise is not assigned, null while it waits for a verdict. */
  readonly points: Change<number | null | undefined>;
  readonly causes: readonly Cause[];
}

/** A reason why points change. */
export type Cause =
  | { readonly kind: "assigned" | "no-longer-assigned" }
  /** Another hand-in counts, or the hand-in gives another answer. */
  | { readonly kind: "another-answer" }
  | { readonly kind: "points"; readonly from: number; readonly to: number }
  /** The same points, distributed differently among the checks. */
  | { readonly kind: "weights" }
  | { readonly kind: "exercise" | "simulator" | "grader"; readonly from: string; readonly to: string }
  | { readonly kind: "hidden-cases" }
  /** The grader failed at the answer before but not now, or now but not before. */
  | { readonly kind: "fault-resolved" | "fault" }
  /** Another verdict, although nothing that it depends on changed. */
  | { readonly kind: "unexplained" };

/** Compares the grades of a class with previous ones. */
export function gradeChanges(previous: PreviousGrades, grades: ClassGrades): GradeChanges {
  const before = new Map(previous.students.map((student) => [student.student.id, student]));
  const now = new Set(grades.students.map(({ student }) => student.id));
  const both = grades.students.flatMap((student) => {
    const former = before.get(student.student.id);
    return former === undefined ? [] : [{ former, student }];
  });
  const changed = both.filter(({ former, student }) => former.score !== student.score);
  const maxScore = { from: maxScoreOf(previous), to: maxScoreOf(grades) };
  return {
    changed: changed.map(({ former, student }) => studentChange(former, student, previous, grades)),
    unchanged: both.length - changed.length,
    joined: grades.students.filter(({ student }) => !before.has(student.id)),
    left: previous.students.filter(({ student }) => !now.has(student.id)).toSorted((a, b) => byCodeUnits(a.student.id, b.student.id)),
    ...(maxScore.from !== maxScore.to && { maxScore }),
  };
}

function studentChange(former: PreviousStudent, student: StudentGrade, previous: PreviousGrades, grades: ClassGrades): StudentChange {
  const ids = new Set([...student.exercises, ...former.exercises].map(({ exercise }) => exercise));
  const exercises = [...ids].flatMap((id) => exerciseChange(id, former, student, previous, grades) ?? []);
  const lateness = { from: former.lateness, to: student.lateness };
  return {
    student: student.student,
    score: { from: former.score, to: student.score },
    exercises,
    ...(lateness.from.factor !== lateness.to.factor && { lateness }),
  };
}

type Graded = PreviousStudent["exercises"][number];

function exerciseChange(
  id: string,
  former: PreviousStudent,
  student: StudentGrade,
  previous: PreviousGrades,
  grades: ClassGrades,
): ExerciseChange | undefined {
  const from = former.exercises.find(({ exercise }) => exercise === id);
  const to = student.exercises.find(({ exercise }) => exercise === id);
  if (from?.points === to?.points) return undefined;
  return { exercise: id, points: { from: from?.points, to: to?.points }, causes: causesOf(id, from, to, previous, grades) };
}

function causesOf(id: string, from: Graded | undefined, to: Graded | undefined, previous: PreviousGrades, grades: ClassGrades): Cause[] {
  if (from === undefined) return [{ kind: "assigned" }];
  if (to === undefined) return [{ kind: "no-longer-assigned" }];
  const assigned = grades.assignment.exercises.find((exercise) => exercise.id === id);
  if (assigned === undefined) throw new Error(`${id} was graded and is not assigned`);
  if (from.source !== to.source) return [{ kind: "another-answer" }];
  if (to.status === "fault") return [{ kind: "fault" }];
  if (from.status === "fault") return [{ kind: "fault-resolved" }];
  const redistributed = pointsOf(from, assigned);
  return [
    ...(redistributed === from.points ? [] : [pointsCause(id, assigned, previous)]),
    ...(redistributed === to.points ? [] : verdictCauses(id, previous, grades)),
  ];
}

/** The points of an answer's previous verdict under the current assignment: a difference from the previous points is due to the assignment. */
function pointsOf({ source = "", result, exercise }: Graded, assigned: AssignedExercise): number | null {
  return result === undefined ? 0 : exerciseGrade(assigned, { exercise, source }, result).points;
}

function pointsCause(id: string, { points }: AssignedExercise, previous: PreviousGrades): Cause {
  const from = previous.exercises.find((exercise) => exercise.id === id)?.maxPoints;
  return from === undefined || from === points ? { kind: "weights" } : { kind: "points", from, to: points };
}

function verdictCauses(id: string, previous: PreviousGrades, grades: ClassGrades): Cause[] {
  const from = previous.exercises.find((exercise) => exercise.id === id);
  const to = grades.exercises.find((exercise) => exercise.id === id);
  const causes = [
    versionCause("exercise", from?.version, to?.version),
    versionCause("simulator", previous.simulatorVersion, grades.simulatorVersion),
    versionCause("grader", previous.graderVersion, grades.graderVersion),
    from?.hiddenDraw === to?.hiddenDraw ? undefined : ({ kind: "hidden-cases" } as const),
  ].filter((cause) => cause !== undefined);
  return causes.length === 0 ? [{ kind: "unexplained" }] : causes;
}

function versionCause(kind: "exercise" | "simulator" | "grader", from = "", to = ""): Cause | undefined {
  return from === to ? undefined : { kind, from, to };
}

const maxScoreOf = ({ exercises }: PreviousGrades): number => exercises.reduce((sum, { maxPoints }) => sum + maxPoints, 0);
