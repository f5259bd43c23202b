import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { gradedClass } from "#testing/example-graded-class.ts";
import { reportText } from "#testing/example-reports.ts";
import type { StudentGrade } from "../grading/class-grades.ts";
import { readRoster } from "../submission/roster.ts";
import { lmsGradebooks } from "./lms-gradebook.ts";

const { grades } = await gradedClass();
const { title } = grades.assignment;
const scoreOf = (id: string): number | null | undefined => grades.students.find(({ student }) => student.id === id)?.score;
const graded = grades.students.filter(({ score }) => score !== null);
const open = grades.students.find(({ score }) => score === null)!;
const [ada, bob] = graded.map(({ student }) => student.id).filter((id) => /^[a-z]+$/.test(id)) as [string, string];

/** The files for a roster: their cells, by the file's name. */
function gradebooks(roster: string): Record<string, string[][]> {
  const reports = Object.entries(lmsGradebooks(grades, readRoster(Buffer.from(roster), "roster.csv")));
  return Object.fromEntries(reports.map(([name, report]) => [name, parse(reportText(report, grades)) as string[][]]));
}

describe("for a roster that is the gradebook exported by Canvas", () => {
  // Columns and the row of points: Canvas' guide, "How do I import grades in the Gradebook?"
  const exported = `Student,ID,SIS User ID,SIS Login ID,Section,${title} (815),Final Score\n    Points Possible,,,,,60,(read only)\n"Lovelace, Ada",4711,S17,${ada},A,,\n"Ross, Bob",4712,S18,${bob},B,,\n"Open, Otto",4713,S19,${open.student.id},B,12,\n"Away, Alma",4714,S20,away,B,,\n`;

  test("has Canvas' columns and ids, the assignment by its number, and a row for each score", () => {
    expect(gradebooks(exported)).toEqual({
      "canvas.csv": [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", `${title} (815)`],
        ["    Points Possible", "", "", "", "", "60"],
        ["Lovelace, Ada", "4711", "S17", ada, "A", String(scoreOf(ada))],
        ["Ross, Bob", "4712", "S18", bob, "B", String(scoreOf(bob))],
      ],
    });
  });

  test("names the assignment by its title where Canvas has no column for it", () => {
    expect(gradebooks(exported.replace(" (815)", " by somebody else (815)"))["canvas.csv"]?.[0]?.at(-1)).toBe(title);
  });

  test("excuses excused students", () => {
    const excused = grades.students.map((student) =>
      student.student.id === ada
        ? { ...student, points: 0, score: 0, exercises: student.exercises.map((one) => ({ ...one, status: "excused" as const })) }
        : student,
    );
    const report = lmsGradebooks(grades, readRoster(Buffer.from(exported), "roster.csv"))["canvas.csv"]!;
    expect((parse(reportText(report, { students: excused })) as string[][])[2]?.at(-1)).toBe("EX");
  });
});

describe("a column with another maximum than the assignment's points", () => {
  const canvas = (most: string) =>
    `Student,ID,SIS Login ID,Section,${title} (815)\n    Points Possible,,,,${most}\n"Lovelace, Ada",4711,${ada},A,\n`;
  const worksheet = (most: string) => `Identifier,Full name,Maximum Grade,Grade,Feedback comments\n${ada},Ada Lovelace,${most},,\n`;
  const gradeIn = (list: string, changed: Partial<StudentGrade> = {}) => {
    const [report] = Object.values(lmsGradebooks(grades, readRoster(Buffer.from(list), "roster.csv")));
    const students = grades.students.map((student) => (student.student.id === ada ? { ...student, ...changed } : student));
    return (parse(reportText(report!, { students })) as string[][]).at(-1)!;
  };

  test.each([
    ["Canvas' points possible", canvas("100"), { score: 45, maxScore: 60 }, "75"],
    ["Moodle's maximum grade", worksheet("100.00"), { score: 45, maxScore: 60 }, "75"],
    ["Moodle's, with a decimal comma", worksheet('"90,00"'), { score: 45, maxScore: 60 }, "67.5"],
    ["a student who was excused from a part, in Canvas", canvas("60"), { score: 50, maxScore: 50 }, "60"],
    ["a student who was excused from a part, in Moodle", worksheet("60"), { score: 20, maxScore: 40 }, "30"],
  ])("scales the score: %s", (_, list, changed, grade) => expect(gradeIn(list, changed)).toContain(grade));

  test("in Moodle's worksheet, what the instructor told the student is the comment, of an exercise by its name", () => {
    const adjustments = [
      { student: ada, comment: "Extension: illness" },
      { student: ada, exercise: "row-walk", points: 3 },
    ];
    const exercises = grades.students
      .find(({ student }) => student.id === ada)!
      .exercises.map((one) => (one.exercise === "row-walk" ? { ...one, comment: "Which index changes?" } : one));
    expect(gradeIn(worksheet("60"), { adjustments, exercises }).at(-1)).toBe("Extension: illness\nrow-walk: Which index changes?");
  });
});

describe("for a roster from Moodle", () => {
  test("that is an assignment's grading worksheet, gives it back with the grades", () => {
    // Columns: MoodleDocs, "Assignment quick guide", offline grading worksheet.
    const columns =
      "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,Last modified (submission),Last modified (grade),Feedback comments";
    const row = (id: string, name: string, email: string): string => `${id},${name},${email},Submitted for grading,,60.00,Yes,-,-,`;
    const worksheet = [columns, row("Participant 4711", "Ada Lovelace", ada), row("Participant 4713", "Otto Open", open.student.id)].join(
      "\n",
    );
    const found = grades.students.map((student) =>
      student.student.id === ada ? { ...student, student: { id: "Participant 4711", name: "" } } : student,
    );
    const report = lmsGradebooks(grades, readRoster(Buffer.from(worksheet), "roster.csv"))["moodle.csv"]!;
    expect(parse(reportText(report, { students: found }))).toEqual([
      columns.split(","),
      ["Participant 4711", "Ada Lovelace", ada, "Submitted for grading", String(scoreOf(ada)), "60.00", "Yes", "-", "-", ""],
    ]);
  });

  test("that is an export of its gradebook, has the columns that an import maps, and the points under the title", () => {
    const exported = `First name,Last name,ID number,Institution,Department,Email address,Course total\nAda,Lovelace,${ada},,,ada@school.example,-\n`;
    expect(gradebooks(exported)).toEqual({
      "moodle.csv": [
        ["First name", "Last name", "ID number", "Email address", title],
        ["Ada", "Lovelace", ada, "ada@school.example", String(scoreOf(ada))],
      ],
    });
  });
});

test("a roster of one's own, or none, makes no file for a system", () => {
  expect(gradebooks(`id,name,email\n${ada},Ada,ada@school.example\n`)).toEqual({});
  expect(lmsGradebooks(grades, undefined)).toEqual({});
});
