import { createHash, createHmac } from "node:crypto";
import type { GradeJob } from "#judge/grade.ts";
import { KERNEL_FILE, wrongSources } from "#kit/folder.ts";
import { simulatorVersion } from "#simulator";
import type { AssignedCourse, AssignedFolder } from "../assignment/assigned-course.ts";
import type { Assignment } from "../assignment/assignment.ts";
import { Pseudonyms } from "../submission/anonymous.ts";
import { candidateAnswers, selectHandIns, type SelectedHandIn } from "../submission/counting-hand-ins.ts";
import { sourceKeyOf } from "../submission/packed-answer.ts";
import {
  byCodeUnits,
  type Collected,
  type HandedAnswer,
  type Submission,
  type SubmissionProblem,
  type UnreadWork,
} from "../submission/submission.ts";
import { assignmentFor, type Adjustment } from "./adjustments.ts";
import { graderVersion } from "./grader-version.ts";
import { JUDGING_LIMITS } from "./judging-limits.ts";

/** One source to be judged, once however many students handed it in. */
export interface Task {
  /** SHA-256 of everything that the verdict depends on: equal keys mean equal verdicts. */
  readonly key: string;
  readonly exercise: string;
  readonly exerciseVersion: string;
  /** The job for the judge. In a large class its source is unpacked each time that it is read. */
  readonly job: GradeJob;
  /** `sourceKeyOf` the source. */
  readonly sourceKey: string;
  /** The ids of the students who handed the source in, sorted. */
  readonly students: readonly string[];
}

interface PlanOptions {
  readonly adjustments?: readonly Adjustment[];
  /** The version of the grader: with another one, every answer is judged again. */
  readonly grader?: string;
}

/** The plan for grading a class: which hand-ins count, and which answers are to be judged. */
export interface ClassPlan extends AssignedCourse {
  /** Every hand-in that could be read, whether it counts or not. */
  readonly submissions: readonly Submission[];
  /** The hand-ins that count for each student, sorted by the student's id. */
  readonly selected: readonly SelectedHandIn[];
  readonly problems: readonly SubmissionProblem[];
  /** Work that could not be read: exercises without an answer stay open because of it. */
  readonly unread: readonly UnreadWork[];
  /** The instructor's decisions for single students, by the student's id. */
  readonly adjustments: ReadonlyMap<string, readonly Adjustment[]>;
  /** Ids of the exercises that a student gets, by the student's id. */
  readonly drawnFor: (student: string) => ReadonlySet<string>;
  /** Sorted by key: the same on every machine that has the same submissions. */
  readonly tasks: readonly Task[];
}

/**
 * Plans the grading of a class.
 */
export function planClass(
  assignment: Assignment,
  folders: readonly AssignedFolder[],
  { submissions: all, problems, unread = [], isPseudonymous = false }: Collected,
  { adjustments = [], grader = graderVersion() }: PlanOptions = {},
): ClassPlan {
  const { submissions, refused } = inAssignedLanguages(all, assignment, folders);
  const byStudent = Map.groupBy(adjustments, ({ student }) => student);
  const selection = selectHandIns(submissions, (student) => assignmentFor(assignment, byStudent.get(student) ?? []));
  const tasks = folders.flatMap((folder) => tasksOf(folder, assignment, { selected: selection.selected, grader, isPseudonymous }));
  return {
    assignment,
    folders,
    submissions,
    selected: selection.selected,
    problems: [...problems, ...refused.map(problemOf), ...selection.problems, ...adjustedNobody(adjustments, selection.selected)],
    unread: [...unread, ...refused],
    adjustments: byStudent,
    drawnFor: drawsOf(assignment, isPseudonymous),
    tasks: tasks.sort((a, b) => byCodeUnits(a.key, b.key)),
  };
}

/** The submissions without answers in a language that the assignment doesn't take, which leave their exercises open. */
function inAssignedLanguages(
  submissions: readonly Submission[],
  { languages = ["typescript"] }: Assignment,
  folders: readonly AssignedFolder[],
): { readonly submissions: readonly Submission[]; readonly refused: readonly UnreadWork[] } {
  // A capstone's answers are whole kernels.
  const withHoles = new Set(folders.filter(({ exercise }) => exercise.cuda === undefined).map(({ assigned }) => assigned.id));
  const isTaken = ({ exercise, language }: HandedAnswer): boolean =>
    languages.includes(language ?? "typescript") || !withHoles.has(exercise);
  const refused = submissions.flatMap(({ student, origin, answers }) =>
    answers
      .filter((answer) => !isTaken(answer))
      .map(({ exercise, language }): UnreadWork => {
        const written = language === "cuda" ? "CUDA C++" : "TypeScript";
        const reason = `answers ${exercise} in ${written}, which the assignment doesn't take: see its languages`;
        return { student: student.id, exercise, origin, reason, isStray: false };
      }),
  );
  if (refused.length === 0) return { submissions, refused };
  return { submissions: submissions.map((one) => ({ ...one, answers: one.answers.filter(isTaken) })), refused };
}

const problemOf = ({ origin, student, reason }: UnreadWork): SubmissionProblem => ({ origin, student, message: reason });

/** Adjustments of students who are not in the class. */
function adjustedNobody(adjustments: readonly Adjustment[], selected: readonly SelectedHandIn[]): SubmissionProblem[] {
  const ids = new Set(selected.map(({ submission }) => submission.student.id));
  const unknown = new Set(adjustments.map(({ student }) => student).filter((student) => !ids.has(student)));
  return [...unknown].map((student) => ({ origin: student, student, message: "has an adjustment, and is nobody in this class" }));
}

function tasksOf(
  folder: AssignedFolder,
  assignment: Assignment,
  { selected, grader, isPseudonymous }: { selected: readonly SelectedHandIn[]; grader: string; isPseudonymous: boolean },
): Task[] {
  const { id } = folder.assigned;
  const personal = personalSeedsOf(assignment, id, isPseudonymous);
  const common = {
    exercise: id,
    exerciseVersion: folder.version,
    wrongSources: wrongSources(folder.files),
    hiddenSeeds: hiddenSeeds(assignment, id),
  };
  const answered = selected.flatMap((handIn) => {
    const student = handIn.submission.student.id;
    return candidateAnswers(id, handIn, assignment).map(({ answer }) => ({ answer, student }));
  });
  const groups = Map.groupBy(answered, ({ answer, student }) => answerKey(assignment, student, sourceKeyOf(answer)));
  return [...groups.values()].flatMap((answers) => {
    const [first] = answers;
    if (first === undefined) return [];
    const seeds = personal(first.student);
    const kernel = first.answer.language === "cuda" && folder.exercise.cuda === undefined ? folder.files.get(KERNEL_FILE) : undefined;
    const job = { ...common, ...(seeds.length > 0 && { personalSeeds: seeds }), ...(kernel !== undefined && { kernel }) };
    const students = [...new Set(answers.map(({ student }) => student))].sort(byCodeUnits);
    return new PlannedTask(first.answer, job, students, grader);
  });
}

/** A task that gets its source from the answer, where it may be packed. */
class PlannedTask implements Task {
  readonly key: string;
  readonly students: readonly string[];
  readonly sourceKey: string;
  readonly #answer: HandedAnswer;
  readonly #job: Omit<GradeJob, "source">;

  constructor(answer: HandedAnswer, job: Omit<GradeJob, "source">, students: readonly string[], grader: string) {
    this.#answer = answer;
    this.#job = job;
    this.students = students;
    this.sourceKey = sourceKeyOf(answer);
    this.key = taskKey(this.job, grader);
  }

  get exercise(): string {
    return this.#job.exercise;
  }

  get exerciseVersion(): string {
    return this.#job.exerciseVersion;
  }

  get job(): GradeJob {
    return { ...this.#job, source: this.#answer.source };
  }
}

/** The key does not hash the wrong answers that a diagnosis compares with: the version of the exercise's folder covers them. */
function taskKey({ exercise, exerciseVersion, hiddenSeeds = [], personalSeeds, source, kernel }: GradeJob, grader: string): string {
  const limits = Object.values(JUDGING_LIMITS).map(({ silenceMs, totalMs, heapMebibytes }) => [silenceMs, totalMs, heapMebibytes]);
  const dependsOn = [
    exercise,
    exerciseVersion,
    simulatorVersion,
    grader,
    hiddenSeeds,
    limits,
    source,
    ...(personalSeeds === undefined ? [] : [personalSeeds]),
    // The version of the folder doesn't cover it.
    ...(kernel === undefined ? [] : [kernel]),
  ];
  return createHash("sha256").update(JSON.stringify(dependsOn)).digest("hex");
}

/**
 * The seeds of an exercise's hidden cases. They follow from the secret and the exercise's id, and are the same for all students.
 * An assignment without a secret has none.
 */
export function hiddenSeeds({ secret, hiddenCases }: Pick<Assignment, "secret" | "hiddenCases">, exercise: string): number[] {
  if (secret === undefined) return [];
  return Array.from({ length: hiddenCases }, (_, i) => createHash("sha256").update(`${secret}\0${exercise}\0${i}`).digest().readInt32BE());
}

/** The key under which answers are judged once: the source's key, and where students have cases of their own, the student's id. */
export function answerKey({ personalCases }: Pick<Assignment, "personalCases">, student: string, sourceKey: string): string {
  return personalCases === undefined ? sourceKey : `${student}\0${sourceKey}`;
}

/**
 * The seeds of a student's own cases in an exercise. They follow from the secret and the pseudonym of the student's id, and are therefore
 * the same in a class that is graded without names.
 *
 * @param isPseudonymous whether students are given by their pseudonyms
 */
function personalSeedsOf(assignment: Assignment, exercise: string, isPseudonymous: boolean): (student: string) => number[] {
  const { secret, personalCases = 0 } = assignment;
  if (secret === undefined || personalCases === 0) return () => [];
  const pseudonyms = new Pseudonyms(secret);
  const seed = (pseudonym: string, i: number): number =>
    createHmac("sha256", secret).update(`personal\0${exercise}\0${pseudonym}\0${i}`).digest().readInt32BE();
  return (student) => {
    const pseudonym = isPseudonymous ? student : pseudonyms.ofStudent(student);
    return Array.from({ length: personalCases }, (_, i) => seed(pseudonym, i));
  };
}

/** The seeds of a student's own cases in an exercise, by the student's id. */
export function personalSeeds(assignment: Assignment, exercise: string, student: string): number[] {
  return personalSeedsOf(assignment, exercise, false)(student);
}

/**
 * The exercises that each student gets: those that come first in an order of the student's own, which follows from the secret and the
 * pseudonym of the student's id. All of them if the assignment draws none. An added exercise changes the draws of few students.
 */
function drawsOf({ secret, draw, exercises }: Assignment, isPseudonymous: boolean): (student: string) => ReadonlySet<string> {
  const ids = exercises.map(({ id }) => id);
  if (secret === undefined || draw === undefined) return () => new Set(ids);
  const pseudonyms = new Pseudonyms(secret);
  const place = (pseudonym: string, id: string): string => createHmac("sha256", secret).update(`draw\0${pseudonym}\0${id}`).digest("hex");
  return (student) => {
    const pseudonym = isPseudonymous ? student : pseudonyms.ofStudent(student);
    const inOrder = ids.map((id) => ({ id, at: place(pseudonym, id) })).sort((a, b) => byCodeUnits(a.at, b.at));
    return new Set(inOrder.slice(0, draw).map(({ id }) => id));
  };
}

/** Ids of the exercises that a student gets. */
export function drawnExercises(assignment: Assignment, student: string): ReadonlySet<string> {
  return drawsOf(assignment, false)(student);
}

/** Hash of the seeds of an exercise's hidden cases: it shows whether two gradings used the same cases, without revealing the secret. */
export function hiddenDraw(assignment: Pick<Assignment, "secret" | "hiddenCases">, exercise: string): string {
  return createHash("sha256")
    .update(JSON.stringify(hiddenSeeds(assignment, exercise)))
    .digest("hex")
    .slice(0, 16);
}
