import type { ClassHead, StudentGrade } from "../grading/class-grades.ts";
import { hundredths } from "../grading/exercise-grade.ts";
import type { Roster, RosterEntry } from "../submission/roster.ts";
import { isExcused } from "./captions.ts";
import type { ClassReport } from "./class-report.ts";
import { csvText } from "./csv-text.ts";

/** The files that a learning management system imports as grades, by name. */
export const LMS_GRADEBOOKS = ["canvas.csv", "moodle.csv"] as const;
export type LmsGradebook = (typeof LMS_GRADEBOOKS)[number];

/**
 * The gradebook in the format of the system that the roster came from: it has the columns by which that system knows its students. A
 * roster of one's own has none. Whoever isn't on the roster has no row, nor has a score that is open: a blank could delete what is there.
 */
export function lmsGradebooks(head: ClassHead, roster: Roster | undefined): Partial<Record<LmsGradebook, ClassReport>> {
  if (roster === undefined) return {};
  const has = (column: string): boolean => roster.columns.some((name) => name.toLowerCase() === column);
  if (has("student") && has("id") && has("section")) return { "canvas.csv": canvasGradebook(head, roster) };
  if (has("identifier") && has("grade")) return { "moodle.csv": gradingWorksheet(roster) };
  if (MOODLE_USERS.some(has) && has("email address")) return { "moodle.csv": gradeImport(head, roster) };
  return {};
}

/** The columns before the assignments in the file that Canvas exports and imports; of the ids, Canvas takes the first that is there. */
const CANVAS_COLUMNS = ["Student", "ID", "SIS User ID", "SIS Login ID", "Root Account", "Section"];

/**
 * What Canvas imports under Grades → Import. An assignment's column is named by its title and, in brackets, Canvas' number, which an
 * exported gradebook shows; without it, Canvas asks which assignment it is. EX excuses a student.
 */
function canvasGradebook({ assignment, exercises }: ClassHead, roster: Roster): ClassReport {
  const columns = CANVAS_COLUMNS.filter((column) => roster.columns.some((name) => name.toLowerCase() === column.toLowerCase()));
  const numbered = roster.columns.find((name) => name.replace(/ \(\d+\)$/, "") === assignment.title && name !== assignment.title);
  const most = hundredths(exercises.reduce((sum, { maxPoints }) => sum + maxPoints, 0));
  const possible = columns.map((column) => (column === "Student" ? "    Points Possible" : ""));
  return {
    start: csvText([
      [...columns, numbered ?? assignment.title],
      [...possible, String(most)],
    ]),
    student: rowsOf(roster, ({ row }, grade) => [
      ...columns.map((column) => row[column.toLowerCase()] ?? ""),
      isExcused(grade) ? "EX" : grade,
    ]),
    end: () => "",
  };
}

/** Moodle's grading worksheet, which an assignment imports under "Upload grading worksheet": as it was downloaded, with grades. */
function gradingWorksheet(roster: Roster): ClassReport {
  return {
    start: csvText([roster.columns]),
    student: rowsOf(roster, ({ row }, grade) =>
      isExcused(grade)
        ? undefined
        : roster.columns.map((column) => (column.toLowerCase() === "grade" ? grade : (row[column.toLowerCase()] ?? ""))),
    ),
    end: () => "",
  };
}

/** Columns that an export of Moodle's gradebook has, one of which at least. */
const MOODLE_USERS = ["id number", "first name", "surname", "last name"];

/** What Moodle's gradebook imports as CSV: who it is, by the columns that Moodle asks to map, and the points under the title. */
function gradeImport({ assignment }: ClassHead, roster: Roster): ClassReport {
  const columns = roster.columns.filter((name) => [...MOODLE_USERS, "username", "email address"].includes(name.toLowerCase()));
  return {
    start: csvText([[...columns, assignment.title]]),
    student: rowsOf(roster, ({ row }, grade) =>
      isExcused(grade) ? undefined : [...columns.map((column) => row[column.toLowerCase()] ?? ""), grade],
    ),
    end: () => "",
  };
}

type Cell = string | StudentGrade;

/** The row of a student: a grade stands for its score. None for a score that is open, and for whoever is not on the roster. */
function rowsOf(roster: Roster, row: (entry: RosterEntry, grade: StudentGrade) => readonly Cell[] | undefined) {
  const entries = new Map(roster.entries.map((entry) => [entry.id, entry]));
  return (grade: StudentGrade): string => {
    const entry = entries.get(grade.student.id);
    if (entry === undefined || grade.score === null) return "";
    const cells = row(entry, grade)?.map((cell) => (typeof cell === "string" ? cell : String(hundredths(cell.score ?? 0))));
    return cells === undefined ? "" : csvText([cells]);
  };
}
