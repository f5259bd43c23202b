import { DateTime } from "luxon";
import { instantOf } from "../assignment/lateness.ts";
import type { ClassGrades, StudentGrade } from "../grading/class-grades.ts";
import { hundredths } from "../grading/exercise-grade.ts";
import { csvText } from "./csv-text.ts";
import { handedInAnything } from "./captions.ts";

/** The columns of nbgrader's own export in their order; source: CsvExportPlugin in nbgrader/plugins/export.py. */
const COLUMNS = [
  "assignment",
  "duedate",
  "timestamp",
  "student_id",
  "last_name",
  "first_name",
  "email",
  "raw_score",
  "late_submission_penalty",
  "score",
  "max_score",
] as const;

/**
 * The gradebook: nbgrader's columns, then one per exercise with its points before lateness. RFC 4180, UTF-8, every cell
 * quoted. Times are in UTC, written as nbgrader writes them. A score that waits for a verdict is an empty cell, never 0.
 *
 * It is unknown which part of a name is the family name, so the whole name goes under last_name. A cell that a
 * spreadsheet would take for a formula (it begins with = + - @, a tab, a line break or a wide form of these) gets an
 * apostrophe in front, which spreadsheets read as "this is text".
 */
export function gradebookCsv(grades: ClassGrades): string {
  const header = [...COLUMNS, ...grades.exercises.map(({ id }) => id)];
  return csvText([header, ...grades.students.map((student) => row(student, grades))]);
}

function row(student: StudentGrade, { assignment }: ClassGrades): string[] {
  const { points, score, maxScore, exercises } = student;
  const byColumn: Record<(typeof COLUMNS)[number], string> = {
    assignment: assignment.id,
    duedate: timestamp(instantOf(assignment.due, assignment)),
    timestamp: student.handedInAt !== null && handedInAnything(student) ? timestamp(student.handedInAt) : "",
    student_id: student.student.id,
    last_name: student.student.name,
    first_name: "",
    email: "",
    raw_score: cell(points),
    late_submission_penalty: cell(points === null || score === null ? null : points - score),
    score: cell(score),
    max_score: cell(maxScore),
  };
  return [...COLUMNS.map((column) => byColumn[column]), ...exercises.map((exercise) => cell(exercise.points))];
}

/** A number rounded to hundredths, as points are; empty for null. */
function cell(value: number | null): string {
  return value === null ? "" : String(hundredths(value));
}

/** "2026-10-24 21:59:00", with microseconds if they are not 0: a datetime as Python prints it. */
function timestamp(milliseconds: number): string {
  const time = DateTime.fromMillis(milliseconds, { zone: "utc" });
  return time.toFormat(time.millisecond === 0 ? "yyyy-MM-dd HH:mm:ss" : "yyyy-MM-dd HH:mm:ss.SSS'000'");
}
