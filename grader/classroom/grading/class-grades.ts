import { LRUCache } from "lru-cache";
import type { GradeResult } from "#judge/result.ts";
import { simulatorVersion } from "#simulator";
import type { AssignedFolder } from "../assignment/assigned-course.ts";
import type { Assignment } from "../assignment/assignment.ts";
import { lateness, type Lateness } from "../assignment/lateness.ts";
import { candidateAnswers, type CandidateAnswer, type SelectedHandIn } from "../submission/counting-hand-ins.ts";
import { sourceKeyOf } from "../submission/packed-answer.ts";
import type { HandedAnswer, Student, SubmissionProblem, UnreadWork } from "../submission/submission.ts";
import { groupOf } from "./behaviour.ts";
import { assignmentFor, type Adjustment } from "./adjustments.ts";
import { adjustedGrade, exerciseGrade, hundredths, missingGrade, undrawnGrade, unreadGrade, type ExerciseGrade } from "./exercise-grade.ts";
import { graderVersion } from "./grader-version.ts";
import { answerKey, hiddenDraw, type ClassPlan, type Task } from "./plan.ts";
import type { SettledResult } from "./verdict-schema.ts";

/** Data about a class as a whole. */
export interface ClassHead {
  readonly schema: "coalesce/class/v1";
  /** The assignment without its secret. */
  readonly assignment: Omit<Assignment, "secret">;
  readonly simulatorVersion: string;
  /** Content hash of the sources that judged the answers. */
  readonly graderVersion: string;
  /** One per assigned exercise, in the assignment's order. */
  readonly exercises: readonly ExerciseSummary[];
  /** Problems that concern no graded student, such as a broken file. */
  readonly problems: readonly SubmissionProblem[];
  /** The instructor's decisions for single students: a regrade keeps them. Absent if there are none. */
  readonly adjustments?: readonly Adjustment[];
}

/** The grades of a class, as plain data: all reports are written from it, and a regrade compares with it. */
export interface ClassGrades extends ClassHead {
  /** Sorted by id. */
  readonly students: readonly StudentGrade[];
}

/** The grades of a class whose students are graded one after the other: a large class does not fit into memory. */
export interface GradedClass {
  readonly head: ClassHead;
  /** The ids of all students, sorted. */
  readonly ids: readonly string[];
  /** Sorted by id. Each call grades them again. */
  students(): AsyncIterable<StudentGrade>;
}

interface ExerciseSummary {
  readonly id: string;
  readonly title: string;
  /** Content hash of the exercise's folder as it was graded. */
  readonly version: string;
  /** Hash of the seeds of its hidden cases: it changes when the hidden cases do. */
  readonly hiddenDraw: string;
  /** The points of the exercise in the assignment. */
  readonly maxPoints: number;
}

/** The grade of one student. */
export interface StudentGrade {
  readonly student: Student;
  /** Milliseconds since 1970; null if no hand-in has a time. */
  readonly handedInAt: number | null;
  readonly lateness: Lateness;
  /** How many of the student's hand-ins are valid attempts. */
  readonly attempts: number;
  /** One per assigned exercise, in the assignment's order. */
  readonly exercises: readonly ExerciseGrade[];
  /** The sum over the exercises before the late penalty, rounded to hundredths; null while an exercise waits for a verdict. */
  readonly points: number | null;
  /** The points after the late penalty, rounded to hundredths, or those that the instructor set instead; null when `points` is. */
  readonly score: number | null;
  readonly maxScore: number;
  readonly problems: readonly SubmissionProblem[];
  /** The instructor's decisions for this student; absent if there are none. */
  readonly adjustments?: readonly Adjustment[];
}

const NOTHING_LATE: Lateness = { status: "in-time", daysLate: 0, factor: 1 };

/** The message of the fault that replaces a missing verdict. The cause differs from run to run, and is shown on the terminal only. */
const NO_VERDICT = "The grader failed on this answer, so it hasn't been judged yet. It counts for nothing, neither for nor against you.";

/** Finds the verdict on a task; undefined if there is none. */
type VerdictOn = (task: Task) => SettledResult | undefined | Promise<SettledResult | undefined>;

/** How many verdicts are cached: the answers that many students share are read once. A single student's answer is not cached. */
const CACHED_VERDICTS = 500;

/** Grades a class by the verdicts on its answers. A task without a verdict becomes a fault. */
export function gradedClass(plan: ClassPlan, verdictOn: VerdictOn): GradedClass {
  const tasks = new Map(plan.folders.map(({ assigned }) => [assigned.id, new Map<string, Task>()]));
  for (const task of plan.tasks) {
    const ofExercise = tasks.get(task.exercise);
    for (const student of task.students) ofExercise?.set(answerKey(plan.assignment, student, task.sourceKey), task);
  }
  const cache = new LRUCache<string, GradeResult>({ max: CACHED_VERDICTS });
  const verdict = async (answer: HandedAnswer, student: string): Promise<GradeResult> => {
    const task = tasks.get(answer.exercise)?.get(answerKey(plan.assignment, student, sourceKeyOf(answer)));
    if (task === undefined) throw new Error(`the plan has no task for an answer to ${answer.exercise}`);
    const result = cache.get(task.key) ?? (await verdictOn(task)) ?? faultOf(task);
    if (task.students.length > 1) cache.set(task.key, result);
    return result;
  };
  const perStudent = <T extends { readonly student?: string }>(items: readonly T[]) => Map.groupBy(items, ({ student }) => student);
  const known: OfStudents = { unread: perStudent(plan.unread), problems: perStudent(plan.problems) };
  const ids = plan.selected.map(({ submission }) => submission.student.id);
  return {
    head: headOf(plan, new Set(ids)),
    ids,
    async *students() {
      for (const handIn of plan.selected) yield await studentGrade(plan, handIn, known, verdict);
    },
  };
}

/** The grades of a class that fits into memory. */
export async function gradeClass(plan: ClassPlan, verdictOn: VerdictOn): Promise<ClassGrades> {
  const graded = gradedClass(plan, verdictOn);
  const students: StudentGrade[] = [];
  for await (const student of graded.students()) students.push(student);
  return { ...graded.head, students };
}

/** The grades of a class as JSON, in parts: one line per student, so that programs can read a large class line by line. */
export async function* classJson(head: ClassHead, students: AsyncIterable<StudentGrade> | Iterable<StudentGrade>): AsyncIterable<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"students":[`;
  let isFirst = true;
  for await (const student of students) {
    yield `${isFirst ? "" : ","}\n${JSON.stringify(student)}`;
    isFirst = false;
  }
  yield "\n]}\n";
}

function headOf(plan: ClassPlan, known: ReadonlySet<string>): ClassHead {
  const { secret: _secret, ...assignment } = plan.assignment;
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
    problems: plan.problems.filter(({ student }) => student === undefined || !known.has(student)),
    ...(plan.adjustments.size > 0 && { adjustments: [...plan.adjustments.values()].flat() }),
  };
}

interface OfStudents {
  readonly unread: ReadonlyMap<string | undefined, readonly UnreadWork[]>;
  readonly problems: ReadonlyMap<string | undefined, readonly SubmissionProblem[]>;
}

type VerdictOf = (answer: HandedAnswer, student: string) => Promise<GradeResult>;

async function studentGrade(plan: ClassPlan, handIn: SelectedHandIn, known: OfStudents, verdict: VerdictOf): Promise<StudentGrade> {
  const { student, handedInAt } = handIn.submission;
  const adjustments = plan.adjustments.get(student.id) ?? [];
  const assignment = assignmentFor(plan.assignment, adjustments);
  // Mostly one hand-in counts for all exercises.
  const latenessAt = new Map<number, Lateness>();
  const late = (at: number | null): Lateness => {
    if (at === null) return NOTHING_LATE;
    const found = latenessAt.get(at) ?? lateness(assignment, at);
    latenessAt.set(at, found);
    return found;
  };
  const unread = known.unread.get(student.id) ?? [];
  const exercises: ExerciseGrade[] = [];
  const earned: { readonly points: number; readonly factor: number }[] = [];
  const drawn = plan.drawnFor(student.id);
  for (const folder of plan.folders) {
    if (!drawn.has(folder.assigned.id)) {
      exercises.push(undrawnGrade(folder.assigned));
      continue;
    }
    const counted = await gradeOf(folder, handIn, { assignment, unread, late, verdict });
    const ofGroup = plan.adjustments.get(counted.grade.group ?? "") ?? [];
    const grade = adjustedGrade(counted.grade, [...ofGroup, ...adjustments]);
    if (grade.points !== null && grade.points > 0) earned.push({ points: grade.points, factor: counted.factor });
    exercises.push(grade);
  }
  const points = sum(exercises);
  const whole = adjustments.findLast(({ exercise, points }) => exercise === undefined && points !== undefined);
  return {
    student,
    handedInAt,
    lateness: late(handedInAt),
    attempts: handIn.valid.length,
    exercises,
    points,
    score: whole?.points ?? (points === null ? null : hundredths(afterLateness(earned, points))),
    maxScore: hundredths(exercises.reduce((total, { maxPoints }) => total + maxPoints, 0)),
    problems: known.problems.get(student.id) ?? [],
    ...(adjustments.length > 0 && { adjustments }),
  };
}

/** The points after lateness: each exercise by the factor of its own hand-in, which is the same for all where one hand-in counts. */
function afterLateness(earned: readonly { readonly points: number; readonly factor: number }[], points: number): number {
  const [factor = 1, ...others] = new Set(earned.map(({ factor }) => factor));
  return others.length === 0 ? points * factor : earned.reduce((total, { points, factor }) => total + points * factor, 0);
}

interface GradingOne {
  readonly assignment: Assignment;
  readonly unread: readonly UnreadWork[];
  readonly late: (handedInAt: number | null) => Lateness;
  readonly verdict: VerdictOf;
}

/**
 * The grade of an exercise, and the factor of lateness that applies to it. If there are several answers, the one that earns most counts.
 */
async function gradeOf(
  { assigned }: AssignedFolder,
  selected: SelectedHandIn,
  { assignment, unread, late, verdict }: GradingOne,
): Promise<{ readonly grade: ExerciseGrade; readonly factor: number }> {
  const candidates = candidateAnswers(assigned.id, selected, assignment);
  if (candidates.length === 0) {
    const reasons = openReasons(assigned.id, selected, unread);
    return { grade: reasons.length === 0 ? missingGrade(assigned) : unreadGrade(assigned, reasons), factor: 1 };
  }
  const graded = await Promise.all(
    candidates.map(async ({ answer, handIn }: CandidateAnswer) => {
      const { factor } = late(handIn.handedInAt);
      const grade = grouped(exerciseGrade(assigned, answer, await verdict(answer, handIn.student.id)));
      const isOther = handIn !== selected.submission && handIn.handedInAt !== null;
      return { grade: isOther ? { ...grade, handedInAt: handIn.handedInAt, factor } : grade, factor };
    }),
  );
  // While one of the answers waits for its verdict, nobody knows which is the best.
  const worth = ({ grade, factor }: (typeof graded)[number]): number => (grade.points === null ? Infinity : grade.points * factor);
  return graded.reduce((best, one) => (worth(one) > worth(best) ? one : best));
}

/** The grade with the group of its answer, which a page does not need. */
function grouped(grade: ExerciseGrade): ExerciseGrade {
  const group = grade.result === undefined ? undefined : groupOf(grade.result);
  return group === undefined ? grade : { ...grade, group };
}

/** Why an exercise without an answer has no score: the hand-in for it could not be read. Empty if there was none. */
function openReasons(exercise: string, { submission, valid }: SelectedHandIn, unread: readonly UnreadWork[]): string[] {
  const hasAnswers = [submission, ...valid].some(({ answers }) => answers.length > 0);
  const relevant = unread.filter((work) => (work.exercise === undefined ? !(work.isStray && hasAnswers) : work.exercise === exercise));
  return relevant.map(({ origin, reason }) => `${origin} ${reason}`);
}

/** The sum of the points; null if an exercise waits for its verdict. */
function sum(exercises: readonly ExerciseGrade[]): number | null {
  const points = exercises.map((grade) => grade.points);
  return points.includes(null) ? null : hundredths(points.reduce<number>((total, one) => total + (one ?? 0), 0));
}

function faultOf({ exercise, exerciseVersion }: Task): GradeResult {
  return { schema: "coalesce/result/v1", exercise, exerciseVersion, simulatorVersion, status: "fault", message: NO_VERDICT };
}
