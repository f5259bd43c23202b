import { h, type JSX } from "preact";
import { pluralize } from "#pictures/format.ts";
import { InputError } from "../assignment/input-error.ts";
import { hundredths } from "../grading/exercise-grade.ts";
import type { PreviousResults } from "../grading/previous-results.ts";
import { byCodeUnits, type Student } from "../submission/submission.ts";
import { percent, points, studentName } from "./captions.ts";
import { csvFile } from "./csv-text.ts";
import { searchableDocument } from "./html-document.ts";
import { section, table } from "./summary-parts.ts";

/** The rules for adding up the assignments of a term. */
interface TermRules {
  /** How many assignments of each student, those with the smallest shares, are dropped. */
  readonly dropped: number;
  /** Whether every assignment counts the same, whatever its points; otherwise, points are added. */
  readonly isEqual: boolean;
}

/** The assignments of a term and each student's results. */
interface Term {
  readonly rules: TermRules;
  /** In the order in which they were given. */
  readonly assignments: readonly { readonly id: string; readonly title: string; readonly maxPoints: number }[];
  /** Sorted by id. */
  readonly students: readonly TermStudent[];
}

interface TermStudent {
  readonly student: Student;
  /** One per assignment: undefined for a student who was excused from it, or is not in its class. */
  readonly grades: readonly (TermGrade | undefined)[];
  /** The share of everything that counts, 0 to 1; null while a score is open, undefined if nothing counts. */
  readonly share: number | null | undefined;
}

interface TermGrade {
  /** After lateness; null while an exercise waits for a verdict. */
  readonly score: number | null;
  readonly maxScore: number;
  /** Whether it is one of the smallest, which are dropped. */
  readonly isDropped: boolean;
}

/**
 * Adds up the assignments of a term. Students are matched by id, so all must have been graded with the same roster. An assignment that a
 * student was excused from, or that belongs to a class they are not in, counts neither for nor against them.
 *
 * @throws InputError for two folders of results of one assignment
 */
export async function termOf(results: readonly PreviousResults[], rules: TermRules): Promise<Term> {
  const ids = results.map(({ head }) => head.assignment.id);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice !== undefined) throw new InputError(`two of the folders hold results of "${twice}": name each assignment once`);
  const students = new Map<string, { student: Student; grades: (Omit<TermGrade, "isDropped"> | undefined)[] }>();
  for (const [i, { students: all }] of results.entries()) {
    for await (const { student, score, maxScore } of all()) {
      const known = students.get(student.id) ?? { student, grades: results.map(() => undefined) };
      // Names and addresses as the last assignment has them.
      students.set(student.id, { ...known, student });
      known.grades[i] = maxScore === 0 ? undefined : { score, maxScore };
    }
  }
  return {
    rules,
    assignments: results.map(({ head }) => ({
      id: head.assignment.id,
      title: head.assignment.title ?? head.assignment.id,
      maxPoints: hundredths(head.exercises.reduce((sum, { maxPoints }) => sum + maxPoints, 0)),
    })),
    students: [...students.values()]
      .map(({ student, grades }) => {
        const counted = withDropped(grades, rules.dropped);
        return { student, grades: counted, share: shareOf(counted, rules) };
      })
      .sort((a, b) => byCodeUnits(a.student.id, b.student.id)),
  };
}

/** Marks the grades with the smallest shares; at least one is left. An open score may become any, and is not dropped. */
function withDropped(grades: readonly (Omit<TermGrade, "isDropped"> | undefined)[], dropped: number): (TermGrade | undefined)[] {
  const judged = grades.filter((grade) => grade !== undefined);
  const byShare = judged.filter(({ score }) => score !== null).sort((a, b) => (a.score ?? 0) / a.maxScore - (b.score ?? 0) / b.maxScore);
  const least = new Set(byShare.slice(0, Math.max(0, Math.min(dropped, judged.length - 1))));
  return grades.map((grade) => grade && { ...grade, isDropped: least.has(grade) });
}

function shareOf(grades: readonly (TermGrade | undefined)[], { isEqual }: TermRules): number | null | undefined {
  const counting = grades.filter((grade) => grade !== undefined && !grade.isDropped) as TermGrade[];
  if (counting.length === 0) return undefined;
  if (counting.some(({ score }) => score === null)) return null;
  const weights = counting.map(({ maxScore }) => (isEqual ? 1 : maxScore));
  const earned = counting.reduce((sum, { score, maxScore }, i) => sum + ((score ?? 0) / maxScore) * (weights[i] ?? 0), 0);
  return earned / weights.reduce((sum, weight) => sum + weight, 0);
}

/**
 * The term as CSV: a row per student, a column per assignment, and the share of everything that counts in percent. An open score is empty,
 * an excused one EX.
 */
export function termCsv({ assignments, students }: Term): string {
  const head = ["student_id", "name", "email", "section", ...assignments.map(({ id }) => id), "dropped", "percent"];
  const rows = students.map(({ student: { id, name, email = "", section: group = "" }, grades, share }) => [
    id,
    name,
    email,
    group,
    ...grades.map((grade) => (grade === undefined ? "EX" : grade.score === null ? "" : String(hundredths(grade.score)))),
    grades.flatMap((grade, i) => (grade?.isDropped ? (assignments[i]?.id ?? "") : [])).join(" "),
    share === null || share === undefined ? "" : String(hundredths(share * 100)),
  ]);
  return csvFile([head, ...rows]);
}

/** The term as a page: its rules, and a table of all students, with each dropped score struck out. */
export function termPage({ rules, assignments, students }: Term): string {
  const complete = students.flatMap(({ share }) => (typeof share === "number" ? share : []));
  const mean = complete.length === 0 ? undefined : complete.reduce((sum, share) => sum + share, 0) / complete.length;
  const cell = (grade: TermGrade | undefined): JSX.Element | string => {
    if (grade === undefined) return "excused";
    const text = grade.score === null ? "open" : `${points(grade.score)} / ${points(grade.maxScore)}`;
    return grade.isDropped ? h("s", null, text) : text;
  };
  return searchableDocument(
    "Coalesce · Term",
    h(
      "header",
      null,
      h("p", { class: "over" }, "Coalesce · Term"),
      h("h1", null, pluralize(assignments.length, "assignment")),
      h(
        "p",
        { class: "soft" },
        `${rules.isEqual ? "Every assignment counts the same" : "The points of all assignments are added"}${rules.dropped === 0 ? "" : `; of each student the ${rules.dropped === 1 ? "lowest is" : `${rules.dropped} lowest are`} left out, struck through here`}. ${pluralize(students.length, "student")}${mean === undefined ? "" : `, ${percent(mean)} on average`}.`,
      ),
    ),
    section(
      "Students",
      table(
        [{ head: "Student" }, ...assignments.map(({ title }) => ({ head: title, number: true })), { head: "In all", number: true }],
        students.map(({ student, grades, share }) => [
          h("bdi", null, studentName(student)),
          ...grades.map(cell),
          share === undefined ? "excused" : share === null ? "open" : percent(share),
        ]),
        "The term of each student",
      ),
    ),
  );
}
