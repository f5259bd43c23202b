import type { Assignment } from "#classroom/assignment/assignment.ts";
import { instantOf } from "#classroom/assignment/lateness.ts";
import type { AssignedFolder } from "#classroom/assignment/assigned-course.ts";
import { hiddenSeeds } from "#classroom/grading/plan.ts";
import { wrongSources } from "#kit/folder.ts";
import type { GradeResult } from "#judge/result.ts";
import { grade } from "#judge/grade.ts";
import type { KnownAnswer } from "./answers.ts";
import type { HandIn, Student } from "./students.ts";
import { instantOfHandIn } from "./hand-ins.ts";

/** A student's row in the gradebook, calculated from what is known about the answers, without the grader. */
export interface ExpectedRow {
  readonly id: string;
  readonly name: string;
  /** Points by exercise, in the assignment's order. */
  readonly exercises: readonly number[];
  readonly points: number;
  readonly score: number;
}

/** The share of the exercise's points that an answer earns, 0 to 1. */
export type ShareOf = (answer: KnownAnswer) => number;

export function expectedRow({ id, name, handIns }: Student, assignment: Assignment, shareOf: ShareOf): ExpectedRow {
  const counts = countingHandIn(handIns, assignment);
  const exercises = assignment.exercises.map(({ id, points }) => {
    const answer = counts.answers.find(({ exercise }) => exercise === id);
    return answer ? rounded(points * shareOf(answer)) : 0;
  });
  const points = rounded(exercises.reduce((sum, one) => sum + one, 0));
  return { id: id.trim(), name, exercises, points, score: rounded(points * factorOf(instantOfHandIn(counts, assignment), assignment)) };
}

/** The last hand-in within the assignment's dates and attempts; if there is none, the last one. */
function countingHandIn(handIns: Student["handIns"], assignment: Assignment): HandIn {
  const within = handIns.filter((handIn) => isOpen(instantOfHandIn(handIn, assignment), assignment)).slice(0, assignment.attempts);
  return within.at(-1) ?? handIns.at(-1) ?? handIns[0];
}

function isOpen(instant: number, assignment: Assignment): boolean {
  const { opens, closes } = assignment;
  if (opens !== undefined && instant < instantOf(opens, assignment)) return false;
  return closes === undefined || instant <= instantOf(closes, assignment);
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

/** Every day has 24 hours: clocks do not change in these weeks. */
function factorOf(instant: number, assignment: Assignment): number {
  const { late } = assignment;
  if (!isOpen(instant, assignment)) return 0;
  const since = instant - instantOf(assignment.due, assignment);
  if (late.policy === "none" || since <= late.graceMinutes * MINUTE) return 1;
  return late.policy === "zero" ? 0 : 1 - Math.min(Math.ceil(since / DAY) * late.percent, late.capPercent) / 100;
}

/** Rounded to hundredths, half up. */
const rounded = (points: number): number => Number((Math.round(points * 100 + 1e-7) / 100).toFixed(2));

/** Judges answers in this process, each source once, without store or sandbox. */
export class JudgedHere {
  readonly #folders: ReadonlyMap<string, AssignedFolder>;
  readonly #assignment: Assignment;
  readonly #results = new Map<string, GradeResult>();

  constructor(folders: readonly AssignedFolder[], assignment: Assignment) {
    this.#folders = new Map(folders.map((folder) => [folder.assigned.id, folder]));
    this.#assignment = assignment;
  }

  /** The verdict on an answer. Only for harmless answers, because there is no sandbox. */
  resultOf(id: string, source: string): GradeResult {
    const key = JSON.stringify([id, source]);
    const known = this.#results.get(key) ?? this.#judge(id, source);
    this.#results.set(key, known);
    return known;
  }

  readonly shareOf: ShareOf = ({ exercise, worth, plain }: KnownAnswer): number => {
    if (worth === "nothing") return 0;
    return worth === "all" ? 1 : this.judgedShareOf(exercise, plain);
  };

  judgedShareOf(id: string, source: string): number {
    const result = this.resultOf(id, source);
    return result.status === "pass" || result.status === "fail" ? result.score / result.maxScore : 0;
  }

  #judge(id: string, source: string): GradeResult {
    const folder = this.#folders.get(id);
    if (!folder) throw new Error(`${id} is not assigned`);
    const { exercise, version, files } = folder;
    const job = {
      exercise: id,
      exerciseVersion: version,
      source,
      wrongSources: wrongSources(files),
      hiddenSeeds: hiddenSeeds(this.#assignment, id),
    };
    return grade(job, exercise, () => undefined);
  }
}
