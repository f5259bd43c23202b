import { DateTime } from "luxon";
import { instantOf } from "../assignment/lateness.ts";
import type { Student } from "../submission/submission.ts";
import type { ClassHead, StudentGrade } from "../grading/class-grades.ts";
import { hundredths } from "../grading/exercise-grade.ts";
import type { ClassReport } from "./class-report.ts";
import { csvFile, csvText } from "./csv-text.ts";
import { handedInAnything, isExcused } from "./captions.ts";

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
 * The gradebook: nbgrader's columns, then one per exercise with its points before lateness, then the section. RFC 4180, UTF-8 with a byte
 * order mark, every cell quoted. Times are in UTC, written as nbgrader writes them. An open score is an empty cell, never 0, and an excused
 * one is EX.
 *
 * The family name is known only where a comma follows it; otherwise the whole name goes under last_name.
 */
export function gradebookCsv(head: ClassHead): ClassReport {
  const header = [...COLUMNS, ...head.exercises.map(({ id }) => id), "section"];
  const { id: assignment, due } = head.assignment;
  const ofAll = { assignment, duedate: timestamp(instantOf(due, head.assignment)) };
  return { start: csvFile([header]), student: (student) => csvText([row(student, ofAll)]), end: () => "" };
}

function row(student: StudentGrade, ofAll: { readonly assignment: string; readonly duedate: string }): string[] {
  const { points, score, maxScore, exercises } = student;
  const byColumn: Record<(typeof COLUMNS)[number], string> = {
    ...ofAll,
    timestamp: student.handedInAt !== null && handedInAnything(student) ? timestamp(student.handedInAt) : "",
    student_id: student.student.id,
    ...namesOf(student.student),
    email: student.student.email ?? "",
    raw_score: cell(points),
    late_submission_penalty: cell(points === null || score === null ? null : points - score),
    score: isExcused(student) ? "EX" : cell(score),
    max_score: cell(maxScore),
  };
  return [
    ...COLUMNS.map((column) => byColumn[column]),
    ...exercises.map(({ status, points }) => (status === "excused" ? "EX" : cell(points))),
    student.student.section ?? "",
  ];
}

/** Suffixes that follow a name after a comma, and are no given name. */
const SUFFIX = /^(?:jr|sr|i{1,3}|iv|v|ph\.?d|md|esq)\.?$/i;

/** "Lovelace, Ada" in its two parts. A comma after an open quotation mark, beside a tab or a line break, or before "Jr." separates no names. */
function namesOf({ name }: Student): { last_name: string; first_name: string } {
  const [, last = name, first = ""] = /^([^,"\p{Cc}]+),\s*([^,\p{Cc}]+)$/u.exec(name) ?? [];
  return SUFFIX.test(first.trim()) ? { last_name: name, first_name: "" } : { last_name: last, first_name: first };
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
