import { DateTime } from "luxon";
import { count, pluralize } from "#pictures/format.ts";
import type { ClassHead, StudentGrade } from "../grading/class-grades.ts";
import { type ExerciseGrade, hundredths } from "../grading/exercise-grade.ts";
import type { Student, SubmissionProblem } from "../submission/submission.ts";

/** The outcome of an answer, as reports say it. */
export const VERDICTS: Record<ExerciseGrade["status"], string> = {
  pass: "passed",
  fail: "not passed yet",
  error: "ended by an error",
  fault: "waits for its verdict",
  missing: "not handed in",
  unread: "could not be read",
  excused: "excused",
};

/** The verdict on one check in one case, as short as a table's column: in words, because not every font has ticks. */
export const MARKS = { pass: "holds", fail: "fails", skipped: "–" } as const;
/** The same at length. */
export const MARK_LABELS = { pass: "holds", fail: "does not hold", skipped: "was not judged" } as const;

/** Points as people write them, at most two decimals: 7, 7.5, 1,007.25. */
export function points(value: number): string {
  return count(hundredths(value));
}

/** "7.5 of 10 points" */
export function pointsOf(value: number, max: number): string {
  return `${points(value)} of ${points(max)} ${max === 1 ? "point" : "points"}`;
}

/** A share as a whole percentage: 0.875 is 88%. */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/** A student's name and id, or the id alone if there is no name. */
export function studentName({ id, name }: Student): string {
  return printable(name === "" || name === id ? id : `${name} (${id})`).replace(/\s+/g, " ");
}

/** "24 October 2026, 23:41", in the assignment's time zone; a dash where there is no time. */
export function timeOfDay(milliseconds: number | null, { timeZone }: ClassHead["assignment"]): string {
  if (milliseconds === null) return "–";
  return DateTime.fromMillis(milliseconds, { zone: timeZone, locale: "en-GB" }).toFormat("d LLLL yyyy, HH:mm");
}

/** The fields of a student's grade that are read here. */
interface AnyStudent extends Pick<StudentGrade, "handedInAt"> {
  readonly exercises: readonly Pick<ExerciseGrade, "status">[];
}

/** Whether the student handed in an answer that has a time. */
export function handedInAnything({ exercises, handedInAt }: AnyStudent): boolean {
  return handedInAt !== null && exercises.some(({ status }) => status !== "missing");
}

/** Whether the student is excused from the whole assignment. */
export function isExcused({ exercises }: Pick<AnyStudent, "exercises">): boolean {
  return exercises.every(({ status }) => status === "excused");
}

/** When the answers were handed in, and the effect on the score. */
export function latenessSentence(student: StudentGrade, assignment: ClassHead["assignment"]): string {
  const { handedInAt, lateness } = student;
  if (isExcused(student)) return "The instructor excused this assignment: it counts for nothing.";
  if (handedInAt === null && student.exercises.some(({ status }) => status === "unread")) return "What was handed in could not be read.";
  if (handedInAt === null || !handedInAnything(student)) return "No answer was handed in.";
  const when = `Handed in on ${timeOfDay(handedInAt, assignment)} (${assignment.timeZone})`;
  switch (lateness.status) {
    case "early":
      return `${when}, before the assignment opened, so it does not count.`;
    case "in-time":
      return `${when}, in time.`;
    case "late":
      return `${when}, ${pluralize(lateness.daysLate, "day")} late. ${latenessCost(lateness.factor)}`;
    case "closed":
      return `${when}, after the assignment had closed, so it does not count.`;
  }
}

function latenessCost(factor: number): string {
  if (factor === 1) return "Lateness costs nothing here.";
  if (factor === 0) return "Late hand-ins score nothing here.";
  return `Lateness costs ${points((1 - factor) * 100)}% of the points.`;
}

/** Marks that change the direction of text, and characters that no page, table or XML file can contain. */
const UNPRINTABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/g;

/** A text that is safe to show: characters that are invisible, or would reorder the visible ones, are spelled out as ⟨U+202E⟩. */
export function printable(text: string): string {
  const unified = text.toWellFormed().replace(/\r\n?/g, "\n");
  return unified.replace(UNPRINTABLE, (character) => `⟨U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`);
}

/** "week-1/ada.json: was handed in twice" */
export function problemLine({ origin, message }: SubmissionProblem): string {
  return printable(`${origin}: ${message}`).replace(/\s+/g, " ");
}

/** The versions of the simulator and the exercises, so that the grading can be reproduced. */
export function versionLine({ simulatorVersion, exercises }: ClassHead): string {
  return `Graded by Coalesce, simulator ${simulatorVersion}, exercises ${exercises.map(({ id, version }) => `${id} ${version}`).join(", ")}.`;
}

/** Why an exercise did not pass, in full, for instructors; undefined for a pass. */
export function failureMessage({ status, result, reasons = [], isNotDrawn }: ExerciseGrade): string | undefined {
  if (status === "missing") return "No answer was handed in.";
  if (isNotDrawn) return "It was not drawn for this student.";
  if (status === "excused") return "The instructor excused it.";
  if (status === "unread") return printable(`What was handed in could not be read: ${reasons.join("; ")}`);
  switch (result?.status) {
    case "error":
      return printable(`${result.error.kind}: ${result.error.message}`);
    case "fault":
      return printable(`The grader failed, so the answer hasn't been judged: ${result.message}`);
    case "fail": {
      const failed = result.checks.filter(({ verdict }) => verdict === "fail");
      return printable(failed.map((check) => `${check.title} (${check.case}): ${check.message}`).join("\n"));
    }
    default:
      return status === "pass" ? undefined : "There is no verdict.";
  }
}

/** How much of a source is shown: more than anybody writes by hand. */
const SHOWN_LINES = 400;
const SHOWN_CHARACTERS = 40_000;

/** A source as it is shown. */
interface SourceLines {
  readonly lines: readonly string[];
  /** A sentence that says that the source was cut; undefined if it is complete. */
  readonly cut?: string;
}

/** The lines of a source that are shown, made printable. */
export function sourceLines(source: string): SourceLines {
  const lines = printable(source.slice(0, SHOWN_CHARACTERS)).replace(/\n+$/, "").split("\n");
  const isCut = source.length > SHOWN_CHARACTERS || lines.length > SHOWN_LINES;
  const shown = lines.slice(0, SHOWN_LINES);
  return isCut
    ? { lines: shown, cut: `The answer has ${count(source.length)} characters; only its beginning is shown.` }
    : { lines: shown };
}
