import { createHash } from "node:crypto";
import type { AssignedCourse } from "../assignment/assigned-course.ts";
import { byCodeUnits, type Collected, type Submission } from "../submission/submission.ts";
import type { ClassHead, GradedClass } from "./class-grades.ts";
import type { Adjustment } from "./adjustments.ts";
import { gradeChanges, type GradeChanges } from "./grade-changes.ts";
import { handInRecordOf, type HandInRecord } from "./manifest.ts";
import { planClass, type ClassPlan } from "./plan.ts";
import type { PreviousResults } from "./previous-results.ts";

/** The plan for grading a class again. */
interface RegradePlan extends Pick<TimedHandIns, "unknown" | "gone"> {
  readonly plan: ClassPlan;
}

/** The assignment, the course and the hand-ins as they are now. */
export interface RegradeInput extends AssignedCourse {
  readonly collected: Collected;
  /** The ids of the students whose time the instructor gives. */
  readonly received: ReadonlySet<string>;
  /** The instructor's decisions for single students; without them, those of the previous results. */
  readonly adjustments?: readonly Adjustment[] | undefined;
}

/** The changes that a regrade would make. */
export interface RegradeReport extends Pick<TimedHandIns, "unknown" | "gone"> {
  readonly changes: GradeChanges;
  readonly head: ClassHead;
}

/** Plans grading a class again. Every hand-in keeps the time that it had in the previous results. */
export function planRegrade(
  { assignment, folders, collected, received, adjustments }: RegradeInput,
  { head, manifest }: PreviousResults,
): RegradePlan {
  const assignedBefore = new Set(head.exercises.map(({ id }) => id));
  const exercises = assignment.exercises.map(({ id }) => id).filter((id) => assignedBefore.has(id));
  const { collected: timed, unknown, gone } = keepTimes(collected, manifest.handIns, { exercises, received });
  const decided = adjustments ?? head.adjustments ?? [];
  return { plan: planClass(assignment, folders, timed, { adjustments: decided }), unknown, gone };
}

/** Compares the new grades with the previous ones. */
export async function regradeReport(
  { unknown, gone }: RegradePlan,
  previous: PreviousResults,
  graded: GradedClass,
): Promise<RegradeReport> {
  const before = { head: previous.head, students: previous.students() };
  return { changes: await gradeChanges(before, { head: graded.head, students: graded.students() }), head: graded.head, unknown, gone };
}

/** Hand-ins with the times that they had in the previous results. */
interface TimedHandIns {
  readonly collected: Collected;
  /** Hand-ins that are not in the previous results; they keep the time that they claim now. */
  readonly unknown: readonly Submission[];
  /** Hand-ins of the previous results that are no longer among the submissions. */
  readonly gone: readonly HandInRecord[];
}

interface TimeRules {
  /** The ids of the exercises that both assignments have: hand-ins are recognized by their answers to these. */
  readonly exercises: readonly string[];
  /** The ids of the students whose time the instructor gives; their hand-ins keep that time. */
  readonly received: ReadonlySet<string>;
}

/**
 * Gives each hand-in the time that it had in the previous results. A hand-in is recognized by its student and answers, wherever its file is
 * now and whatever date the file has. Hand-ins with the same time keep their order, too.
 */
export function keepTimes({ submissions, ...others }: Collected, previous: readonly HandInRecord[], rules: TimeRules): TimedHandIns {
  const known = recordsOf(submissions, previous, rules.exercises);
  const timed = submissions.map((submission) => {
    const { position = Infinity, record } = known.get(submission) ?? {};
    const isKept = record !== undefined && !rules.received.has(submission.student.id);
    return { position, submission: isKept ? { ...submission, handedInAt: record.handedInAt } : submission };
  });
  timed.sort(
    (a, b) =>
      byCodeUnits(a.submission.student.id, b.submission.student.id) ||
      (a.position === b.position ? 0 : a.position - b.position) ||
      (a.submission.handedInAt ?? 0) - (b.submission.handedInAt ?? 0) ||
      byCodeUnits(a.submission.origin, b.submission.origin),
  );
  const found = new Set([...known.values()].map(({ record }) => record));
  return {
    collected: { submissions: timed.map(({ submission }) => submission), ...others },
    unknown: timed.flatMap(({ position, submission }) => (position === Infinity && submission.handedInAt !== null ? [submission] : [])),
    gone: previous.filter((record) => record.handedInAt !== null && !found.has(record)),
  };
}

/** A hand-in of the previous results, and its index among them. */
interface PreviousHandIn {
  readonly position: number;
  readonly record: HandInRecord;
}

/** For each submission its record in the previous results. Among several with the same answers, one of the same origin is preferred. */
function recordsOf(submissions: readonly Submission[], previous: readonly HandInRecord[], exercises: readonly string[]) {
  const numbered = previous.map((record, position): PreviousHandIn => ({ position, record }));
  const unmatched = Map.groupBy(numbered, ({ record }) => identityOf(record, exercises));
  const known = new Map<Submission, PreviousHandIn>();
  const matchWhere = (submission: Submission, fits: (record: HandInRecord) => boolean): void => {
    const candidates = unmatched.get(identityOf(handInRecordOf(submission), exercises)) ?? [];
    const match = candidates.find(({ record }) => fits(record));
    if (match === undefined) return;
    known.set(submission, match);
    candidates.splice(candidates.indexOf(match), 1);
  };
  for (const submission of submissions) matchWhere(submission, ({ origin }) => origin === submission.origin);
  for (const submission of submissions) if (!known.has(submission)) matchWhere(submission, () => true);
  return known;
}

/** A hash that is equal for hand-ins of the same student with the same answers to these exercises. */
function identityOf({ student, answers }: HandInRecord, exercises: readonly string[]): string {
  const given = exercises.map((exercise) => answers[exercise] ?? null);
  return createHash("sha256")
    .update(JSON.stringify([student, given]))
    .digest("hex");
}
