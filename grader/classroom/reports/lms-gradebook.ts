import type { ClassHead, StudentGrade } from "../grading/class-grades.ts";
import { hundredths } from "../grading/exercise-grade.ts";
import type { Roster, RosterEntry } from "../submission/roster.ts";
import { isExcused } from "./captions.ts";
import type { ClassReport } from "./class-report.ts";
import { csvText } from "./csv-text.ts";

/** The files that a learning management system imports as grades, by name. */
export const LMS_GRADEBOOKS = ["canvas.csv", "moodle.csv"] as const;
type LmsGradebook = (typeof LMS_GRADEBOOKS)[number];

/**
 * The gradebook in the format of the system that the roster came from: it has the columns by which that system knows its students. A roster
 * of one's own has none. A student who isn't on the roster has no row, and neither has an open score: a blank could delete a grade in the
 * system.
 *
 * A score is scaled to the most points that the system's column takes, and so is that of a student who was excused from a part: 85 of 85 is
 * 100 of 100 there.
 */
export function lmsGradebooks(head: ClassHead, roster: Roster | undefined): Partial<Record<LmsGradebook, ClassReport>> {
  if (roster === undefined) return {};
  const has = (column: string): boolean => roster.columns.some((name) => name.toLowerCase() === column);
  if (has("student") && has("id") && has("section")) return { "canvas.csv": canvasGradebook(head, roster) };
  if (has("identifier") && has("grade")) return { "moodle.csv": gradingWorksheet(head, roster) };
  if (MOODLE_USERS.some(has) && has("email address")) return { "moodle.csv": gradeImport(head, roster) };
  return {};
}

/**
 * The columns before the assignments in the file that Canvas exports and imports; Canvas identifies a student by the first id that is
 * there.
 */
const CANVAS_COLUMNS = ["Student", "ID", "SIS User ID", "SIS Login ID", "Root Account", "Section"];

/**
 * The file that Canvas imports under Grades → Import. An assignment's column is named by its title and, in brackets, Canvas' number, which
 * an exported gradebook shows; without it, Canvas asks which assignment it is. EX excuses a student.
 */
function canvasGradebook({ assignment, exercises }: ClassHead, roster: Roster): ClassReport {
  const columns = CANVAS_COLUMNS.filter((column) => roster.columns.some((name) => name.toLowerCase() === column.toLowerCase()));
  const numbered = roster.columns.find((name) => name.replace(/ \(\d+\)$/, "") === assignment.title && name !== assignment.title);
  const most = pointsIn(roster.pointsPossible[(numbered ?? assignment.title).toLowerCase()]) ?? mostPoints(exercises);
  const possible = columns.map((column) => (column === "Student" ? "    Points Possible" : ""));
  return {
    start: csvText([
      [...columns, numbered ?? assignment.title],
      [...possible, String(most)],
    ]),
    student: rowsOf(roster, ({ row }, grade) => [
      ...columns.map((column) => row[column.toLowerCase()] ?? ""),
      isExcused(grade) ? "EX" : scaled(grade, most),
    ]),
    end: () => "",
  };
}

/** The most points that all exercises give together. */
const mostPoints = (exercises: ClassHead["exercises"]): number => hundredths(exercises.reduce((sum, { maxPoints }) => sum + maxPoints, 0));

/** The number of points in a cell; undefined if it holds none. */
function pointsIn(cell = ""): number | undefined {
  const points = Number(cell.trim().replace(",", "."));
  return cell.trim() !== "" && points > 0 && Number.isFinite(points) ? points : undefined;
}

/** A score as a share of the most points that a column takes. */
const scaled = ({ score, maxScore }: StudentGrade, most: number): string =>
  String(hundredths(maxScore === 0 ? 0 : ((score ?? 0) * most) / maxScore));

/**
 * Moodle's grading worksheet, which an assignment imports under "Upload grading worksheet": as it was downloaded, with grades, and with the
 * instructor's comments to the student as the feedback comment. Without "Maximum grade", grades are points.
 */
function gradingWorksheet({ exercises }: ClassHead, roster: Roster): ClassReport {
  return {
    start: csvText([roster.columns]),
    student: rowsOf(roster, ({ row }, grade) => {
      if (isExcused(grade)) return undefined;
      const most = pointsIn(row["maximum grade"]) ?? mostPoints(exercises);
      const comment = commentsOf(grade).join("\n");
      const cells: Readonly<Record<string, string>> = {
        grade: scaled(grade, most),
        ...(comment !== "" && { "feedback comments": comment }),
      };
      return roster.columns.map((column) => cells[column.toLowerCase()] ?? row[column.toLowerCase()] ?? "");
    }),
    end: () => "",
  };
}

/** The instructor's comments to a student: on the whole assignment, then on each exercise, alone or to all whose answers behave alike. */
function commentsOf({ adjustments = [], exercises }: StudentGrade): string[] {
  const ofAll = adjustments.flatMap(({ exercise, comment }) => (exercise === undefined ? (comment ?? []) : []));
  return [...ofAll, ...exercises.flatMap(({ exercise, comment }) => (comment === undefined ? [] : `${exercise}: ${comment}`))];
}

/** Columns of Moodle's gradebook export, which has at least one of them. */
const MOODLE_USERS = ["id number", "first name", "surname", "last name"];

/** The CSV that Moodle's gradebook imports: the student, by the columns that Moodle asks to map, and the points under the title. */
function gradeImport({ assignment, exercises }: ClassHead, roster: Roster): ClassReport {
  const columns = roster.columns.filter((name) => [...MOODLE_USERS, "username", "email address"].includes(name.toLowerCase()));
  return {
    start: csvText([[...columns, assignment.title]]),
    student: rowsOf(roster, ({ row }, grade) =>
      isExcused(grade) ? undefined : [...columns.map((column) => row[column.toLowerCase()] ?? ""), scaled(grade, mostPoints(exercises))],
    ),
    end: () => "",
  };
}

/** The row of a student. None for an open score, and none for a student who is not on the roster. */
function rowsOf(roster: Roster, row: (entry: RosterEntry, grade: StudentGrade) => readonly string[] | undefined) {
  const entries = new Map(roster.entries.map((entry) => [entry.id, entry]));
  return (grade: StudentGrade): string => {
    const entry = entries.get(grade.student.id);
    if (entry === undefined || grade.score === null) return "";
    const cells = row(entry, grade);
    return cells === undefined ? "" : csvText([cells]);
  };
}
