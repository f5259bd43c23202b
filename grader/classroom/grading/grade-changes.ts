import type { AssignedExercise } from "../assignment/assignment.ts";
import type { Lateness } from "../assignment/lateness.ts";
import { byCodeUnits, type Student } from "../submission/submission.ts";
import type { ClassHead, StudentGrade } from "./class-grades.ts";
import { exerciseGrade } from "./exercise-grade.ts";
import type { PreviousHead, PreviousStudent } from "./previous-results.ts";

/** The students whose score changes between two gradings of a class, and why. */
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

interface ExerciseChange {
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
  /** Other hidden cases were drawn, or another number of them: undefined if that is not known. */
  | { readonly kind: "hidden-cases"; readonly from: number | undefined; readonly to: number }
  /** Each student has another number of cases of their own. */
  | { readonly kind: "personal-cases"; readonly from: number; readonly to: number }
  /** The grader failed at the answer before but not now, or now but not before. */
  | { readonly kind: "fault-resolved" | "fault" }
  /** The instructor set the points or excused the exercise, or did so before. */
  | { readonly kind: "adjusted" }
  /** Another verdict, although none of its inputs changed. */
  | { readonly kind: "unexplained" };

/** Students in the order of their ids. */
type InOrder<T> = AsyncIterable<T> | Iterable<T>;

/** The head of a grading and its students, sorted by id. */
export interface Grading<Student, Head> {
  readonly head: Head;
  readonly students: InOrder<Student>;
}

/** Compares the grades of a class with previous ones. Both are read side by side: only one student of each is in memory. */
export async function gradeChanges(
  previous: Grading<PreviousStudent, PreviousHead>,
  now: Grading<StudentGrade, ClassHead>,
): Promise<GradeChanges> {
  const changed: StudentChange[] = [];
  const joined: StudentGrade[] = [];
  const left: PreviousStudent[] = [];
  let unchanged = 0;
  for await (const [former, student] of sideBySide(previous.students, now.students)) {
    if (former === undefined) joined.push(student);
    else if (student === undefined) left.push(former);
    else if (former.score === student.score) unchanged++;
    else changed.push(studentChange(former, student, previous.head, now.head));
  }
  const maxScore = { from: maxScoreOf(previous.head), to: maxScoreOf(now.head) };
  return { changed, unchanged, joined, left, ...(maxScore.from !== maxScore.to && { maxScore }) };
}

type Pair = readonly [PreviousStudent, StudentGrade] | readonly [PreviousStudent, undefined] | readonly [undefined, StudentGrade];

/** Students of two lists that are sorted by id, those of the same id together. */
async function* sideBySide(previous: InOrder<PreviousStudent>, now: InOrder<StudentGrade>): AsyncIterable<Pair> {
  const formers = iterator(previous);
  const students = iterator(now);
  let former = await formers();
  let student = await students();
  while (former !== undefined || student !== undefined) {
    const order = former === undefined ? 1 : student === undefined ? -1 : byCodeUnits(former.student.id, student.student.id);
    if (former !== undefined && student !== undefined && order === 0) yield [former, student];
    else if (former !== undefined && order < 0) yield [former, undefined];
    else if (student !== undefined) yield [undefined, student];
    [former, student] = [order <= 0 ? await formers() : former, order >= 0 ? await students() : student];
  }
}

/** A function that returns one item after the other, and undefined after the last. */
function iterator<T>(items: InOrder<T>): () => Promise<T | undefined> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  return async () => {
    const next = await iterator.next();
    return next.done === true ? undefined : next.value;
  };
}

function studentChange(former: PreviousStudent, student: StudentGrade, previous: PreviousHead, grades: ClassHead): StudentChange {
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
  previous: PreviousHead,
  grades: ClassHead,
): ExerciseChange | undefined {
  const from = former.exercises.find(({ exercise }) => exercise === id);
  const to = student.exercises.find(({ exercise }) => exercise === id);
  if (from?.points === to?.points) return undefined;
  return { exercise: id, points: { from: from?.points, to: to?.points }, causes: causesOf(id, from, to, previous, grades) };
}

function causesOf(id: string, from: Graded | undefined, to: Graded | undefined, previous: PreviousHead, grades: ClassHead): Cause[] {
  if (from === undefined) return [{ kind: "assigned" }];
  if (to === undefined) return [{ kind: "no-longer-assigned" }];
  const assigned = grades.assignment.exercises.find((exercise) => exercise.id === id);
  if (assigned === undefined) throw new Error(`${id} was graded and is not assigned`);
  if (isAdjusted(from) !== isAdjusted(to) || isAdjusted(to)) return [{ kind: "adjusted" }];
  if (from.source !== to.source) return [{ kind: "another-answer" }];
  if (to.status === "fault") return [{ kind: "fault" }];
  if (from.status === "fault") return [{ kind: "fault-resolved" }];
  const redistributed = pointsOf(from, assigned);
  return [
    ...(redistributed === from.points ? [] : [pointsCause(id, assigned, previous)]),
    ...(redistributed === to.points ? [] : verdictCauses(id, previous, grades)),
  ];
}

const isAdjusted = ({ status, judgedPoints }: Graded): boolean => status === "excused" || judgedPoints !== undefined;

/** The points of an answer's previous verdict under the current assignment: a difference from the previous points is due to the assignment. */
function pointsOf({ source = "", result, exercise }: Graded, assigned: AssignedExercise): number | null {
  return result === undefined ? 0 : exerciseGrade(assigned, { exercise, source }, result).points;
}

function pointsCause(id: string, { points }: AssignedExercise, previous: PreviousHead): Cause {
  const from = previous.exercises.find((exercise) => exercise.id === id)?.maxPoints;
  return from === undefined || from === points ? { kind: "weights" } : { kind: "points", from, to: points };
}

function verdictCauses(id: string, previous: PreviousHead, grades: ClassHead): Cause[] {
  const from = previous.exercises.find((exercise) => exercise.id === id);
  const to = grades.exercises.find((exercise) => exercise.id === id);
  const causes = [
    versionCause("exercise", from?.version, to?.version),
    versionCause("simulator", previous.simulatorVersion, grades.simulatorVersion),
    versionCause("grader", previous.graderVersion, grades.graderVersion),
    from?.hiddenDraw === to?.hiddenDraw
      ? undefined
      : ({ kind: "hidden-cases", from: previous.assignment.hiddenCases, to: grades.assignment.hiddenCases } as const),
    personalCause(previous.assignment.personalCases, grades.assignment.personalCases),
  ].filter((cause) => cause !== undefined);
  return causes.length === 0 ? [{ kind: "unexplained" }] : causes;
}

function personalCause(from = 0, to = 0): Cause | undefined {
  return from === to ? undefined : { kind: "personal-cases", from, to };
}

function versionCause(kind: "exercise" | "simulator" | "grader", from = "", to = ""): Cause | undefined {
  return from === to ? undefined : { kind, from, to };
}

const maxScoreOf = ({ exercises }: PreviousHead): number => exercises.reduce((sum, { maxPoints }) => sum + maxPoints, 0);
