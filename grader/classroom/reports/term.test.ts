import { parse } from "csv-parse/sync";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import type { PreviousResults } from "../grading/previous-results.ts";
import { termCsv, termOf, termPage } from "./term.ts";

type Scores = Readonly<Record<string, readonly [score: number | null, maxScore: number]>>;

/** The results of an assignment of 10 points, with each student's points and maximum. */
function results(id: string, scores: Scores): PreviousResults {
  const students = Object.entries(scores).map(([student, [score, maxScore]]) => ({ student: { id: student, name: "" }, score, maxScore }));
  return {
    head: { assignment: { id, title: `The ${id}` }, exercises: [{ id: "row-walk", maxPoints: 10 }] },
    students: async function* () {
      yield* students;
    },
  } as unknown as PreviousResults;
}

const weeks = [
  results("week-1", { ada: [10, 10], bob: [5, 10], cem: [0, 0] }),
  results("week-2", { ada: [2, 20], bob: [20, 20], cem: [10, 20], dan: [null, 20] }),
  results("week-3", { ada: [30, 30], bob: [0, 30], cem: [15, 30] }),
];
const shares = async (rules: Partial<{ dropped: number; isEqual: boolean }>) => {
  const { students } = await termOf(weeks, { dropped: 0, isEqual: false, ...rules });
  return Object.fromEntries(
    students.map(({ student, share }) => [student.id, typeof share === "number" ? Math.round(share * 1000) / 10 : share]),
  );
};

describe("a term", () => {
  test.each([
    ["adds points", {}, { ada: 70, bob: 41.7, cem: 50, dan: null }],
    ["or counts every assignment the same", { isEqual: true }, { ada: 70, bob: 50, cem: 50, dan: null }],
    ["and drops the lowest", { dropped: 1 }, { ada: 100, bob: 83.3, cem: 50, dan: null }],
    ["but never the last one", { dropped: 9 }, { ada: 100, bob: 100, cem: 50, dan: null }],
  ])("%s", async (_, rules, expected) => expect(await shares(rules)).toEqual(expected));

  test("as CSV has a row per student, with excused, open and dropped scores", async () => {
    const term = await termOf(weeks, { dropped: 1, isEqual: false });
    const rows = parse(termCsv(term), { columns: true, bom: true }) as Record<string, string>[];
    expect(rows.map((row) => [row.student_id, row["week-1"], row["week-2"], row["week-3"], row.dropped, row.percent])).toEqual([
      ["ada", "10", "2", "30", "week-2", "100"],
      ["bob", "5", "20", "0", "week-3", "83.33"],
      ["cem", "EX", "10", "15", expect.any(String), "50"],
      ["dan", "EX", "", "EX", "", ""],
    ]);
  });

  test("as a page strikes out dropped scores", async () => {
    const { document } = parseHTML(termPage(await termOf(weeks, { dropped: 1, isEqual: false })));
    expect(Array.from(document.querySelectorAll("s")).map(({ textContent }) => textContent)).toEqual(["2 / 20", "0 / 30", "10 / 20"]);
    expect(Array.from(document.querySelectorAll("thead th")).map(({ textContent }) => textContent)).toEqual([
      "Student",
      "The week-1",
      "The week-2",
      "The week-3",
      "In all",
    ]);
  });

  test("has each assignment once", async () => {
    await expect(termOf([weeks[0]!, weeks[0]!], { dropped: 0, isEqual: false })).rejects.toThrow(
      'two of the folders hold results of "week-1"',
    );
  });
});
