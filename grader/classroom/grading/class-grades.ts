import type { GradeResult } from "#judge/result.ts";
import { simulatorVersion } from "#simulator";
import type { AssignedFolder } from "../assignment/assigned-course.ts";
import type { Assignment } from "../assignment/assignment.ts";
import { lateness, type Lateness } from "../assignment/lateness.ts";
import type { SelectedHandIn } from "../submission/counting-hand-ins.ts";
import type { Student, SubmissionProblem, UnreadWork } from "../submission/submission.ts";
import { exerciseGrade, hundredths, missingGrade, unreadGrade, type ExerciseGrade } from "./exercise-grade.ts";
import { graderVersion } from "./grader-version.ts";
import { answerTo, hiddenDraw, type ClassPlan, type Task } from "./plan.ts";
import type { SettledResult } from "./verdict-schema.ts";

/** The grades of a class, as plain data: all reports are written from it, and a regrade compares with it. */
export interface ClassGrades {
  readonly schema: "coalesce/class/v1";
  /** The assignment without its secret. */
  readonly assignment: Omit<Assignment, "secret">;
  readonly simulatorVersion: string;
  /** Content hash of the sources that judged the answers. */
  readonly graderVersion: string;
  /** One per assigned exercise, in the assignment's order. */
  readonly exercises: readonly ExerciseSummary[];
  /** Sorted by id. */
  readonly students: readonly StudentGrade[];
  /** Problems that concern no graded student, such as a broken file. */
  readonly problems: readonly SubmissionProblem[];
}

export interface ExerciseSummary {
  readonly id: string;
  readonly title: string;
  /** Content hash of the exercise's folder as it was graded. */
  readonly version: string;
  /** Hash of the seeds of its hidden cases: it changes when the hidden cases do. */
  readonly hiddenDraw: string;
  /** What the exercise is worth in the assignment. */
  readonly maxPoints: number;
}

/** The grade of one student. */
export interface StudentGrade {
  readonly student: Student;
  /** Milliseconds since 1970; null if nothing was handed in that has a time. */
  readonly handedInAt: number | null;
  readonly lateness: Lateness;
  /** How many of the student's hand-ins are valid attempts. */
  readonly attempts: number;
  /** One per assigned exercise, in the assignment's order. */
  readonly exercises: readonly ExerciseGrade[];
  /** The sum over the exercises before the late penalty, rounded to hundredths; null while an exercise waits for a verdict. */
  readonly points: number | null;
  /** The points after the late penalty: `points` times the factor of lateness, rounded to hundredths; null when `points` is. */
  readonly score: number | null;
  readonly maxScore: number;
  readonly problems: readonly SubmissionProblem[];
}

const NOTHING_LATE: Lateness = { status: "in-time", daysLate: 0, factor: 1 };

/** The message of the fault that replaces a missing verdict. The cause differs from run to run, and is shown on the terminal only. */
const NO_VERDICT = "The grader failed on this answer, so it hasn't been judged yet. It counts for nothing, neither for nor against you.";

/** Grades a class by the verdicts on its answers. A task without a verdict becomes a fault. */
export async function gradeClass(plan: ClassPlan, verdictOn: (task: Task) => Promise<SettledResult | undefined>): Promise<ClassGrades> {
  const verdicts = new Map<string, GradeResult>();
  for (const task of plan.tasks) {
    const result = (await verdictOn(task)) ?? faultOf(task);
    for (const student of task.students) verdicts.set(verdictKey(student, task.job.exercise), result);
  }
  const { secret: _secret, ...assignment } = plan.assignment;
  const students = plan.selected.map((handIn) => studentGrade(plan, handIn, verdicts));
  const known = new Set(students.map(({ student }) => student.id));
  return {
    schema: "coalesce/class/v1",
    assignment,
    simulatorVersion,
    graderVersion: graderVersion(),
    exercises: plan.folders.map(({ assigned, exercise, version }) => ({
      id: assigned.id,
      title: exercise.title,
      version,
      hiddenDraw: hiddenDraw(plan.assignment, assigned.id),
      maxPoints: assigned.points,
    })),
    students,
    problems: plan.problems.filter(({ student }) => student === undefined || !known.has(student)),
  };
}

/** The grades of a class as JSON on one line, tens of megabytes for a large class. Equal grades give equal bytes. */
export function classJson(grades: ClassGrades): string {
  return `${JSON.stringify(grades)}\n`;
}

function studentGrade(plan: ClassPlan, handIn: SelectedHandIn, verdicts: ReadonlyMap<string, GradeResult>) {
  const { assignment, folders, problems } = plan;
  const { student, handedInAt } = handIn.submission;
  const late = handedInAt === null ? NOTHING_LATE : lateness(assignment, handedInAt);
  const exercises = folders.map((folder) => gradeOf(folder, handIn, plan, verdicts));
  const points = sum(exercises);
  return {
    student,
    handedInAt,
    lateness: late,
    attempts: handIn.attempts,
    exercises,
    points,
    score: points === null ? null : hundredths(points * late.factor),
    maxScore: hundredths(folders.reduce((total, { assigned }) => total + assigned.points, 0)),
    problems: problems.filter((problem) => problem.student === student.id),
  } satisfies StudentGrade;
}

function gradeOf(
  { assigned }: AssignedFolder,
  handIn: SelectedHandIn,
  { unread }: ClassPlan,
  verdicts: ReadonlyMap<string, GradeResult>,
): ExerciseGrade {
  const answer = answerTo(assigned.id, handIn);
  if (answer === undefined) {
    const reasons = openReasons(assigned.id, handIn, unread);
    return reasons.length === 0 ? missingGrade(assigned) : unreadGrade(assigned, reasons);
  }
  const verdict = verdicts.get(verdictKey(handIn.submission.student.id, assigned.id));
  if (verdict === undefined) throw new Error(`the plan has no task for ${assigned.id} of ${handIn.submission.student.id}`);
  return exerciseGrade(assigned, answer, verdict);
}

/** Why an exercise without an answer has no score: what was handed in for it could not be read. Empty if nothing was. */
function openReasons(exercise: string, { submission }: SelectedHandIn, unread: readonly UnreadWork[]): string[] {
  const hasAnswers = submission.answers.length > 0;
  const own = unread.filter(({ student }) => student === submission.student.id);
  const relevant = own.filter((work) => (work.exercise === undefined ? !(work.isStray && hasAnswers) : work.exercise === exercise));
  return relevant.map(({ origin, reason }) => `${origin} ${reason}`);
}

/** The sum of the points; null if an exercise waits for its verdict. */
function sum(exercises: readonly ExerciseGrade[]): number | null {
  const points = exercises.map((grade) => grade.points);
  return points.includes(null) ? null : hundredths(points.reduce<number>((total, one) => total + (one ?? 0), 0));
}

function faultOf({ job: { exercise, exerciseVersion } }: Task): GradeResult {
  return { schema: "coalesce/result/v1", exercise, exerciseVersion, simulatorVersion, status: "fault", message: NO_VERDICT };
}

const verdictKey = (student: string, exercise: string): string => JSON.stringify([student, exercise]);
