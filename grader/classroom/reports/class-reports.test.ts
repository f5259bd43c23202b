import { hash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { validateXML } from "xmllint-wasm";
import { parse as parseCsv } from "csv-parse/sync";
import { validate as validateCtrf, type CTRFReport } from "ctrf";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { parseHTML } from "linkedom";
import { describe, expect, test } from "vitest";
import { ctrfJson } from "./ctrf-json.ts";
import { gradebookCsv } from "./gradebook-csv.ts";
import { itemsCsv } from "./items-csv.ts";
import { junitXml } from "./junit-xml.ts";
import { studentFolders } from "./student-folder.ts";
import { similarPages, similarGroups } from "./similar-groups.ts";
import { summaryPage } from "./summary-page.ts";
import { gradedClass } from "#testing/example-graded-class.ts";
import { outcomesOf, reportText } from "#testing/example-reports.ts";

const { grades, folders } = await gradedClass();
const sourcesNamed = (file: string) => new Map([...folders].map(([id, { files }]) => [id, files.get(file) ?? ""]));
/** By accident, Hugo's and Ines's hand-in is on the page of another exercise. */
const hugos = grades.students.find(({ student }) => student.id === "hugo")?.exercises.find(({ exercise }) => exercise === "straight-copy");
const published = new Map([["straight-copy", [{ exercise: "reversed-copy", source: hugos?.source ?? "" }]]]);
const given = { starters: sourcesNamed("starter.ts"), solutions: sourcesNamed("solution.ts"), published };

const pageOf = (text: string) => parseHTML(text).document;
const everybody = grades.students.map(({ student }) => student.id);

describe("the gradebook", () => {
  const text = reportText(gradebookCsv(grades), grades);
  const rows: Record<string, string>[] = parseCsv(text, { columns: true, bom: true, record_delimiter: "\r\n" });
  const rowOf = (id: string) => rows.find((row) => row.student_id === id) ?? {};

  test("has nbgrader's columns, then one for each exercise", () => {
    expect(text.split("\r\n", 1).join().replaceAll('"', "")).toBe(
      "\uFEFFassignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,late_submission_penalty,score,max_score,straight-copy,row-walk,transpose-padded,section",
    );
    expect(rows).toHaveLength(grades.students.length);
  });

  test.each([
    ["Lovelace, Ada", "Lovelace", "Ada"],
    ['Ferguson, Robert "Bob"', "Ferguson", 'Robert "Bob"'],
    ["Ada Lovelace", "Ada Lovelace", ""],
    ["María José Núñez, Jr.", "María José Núñez, Jr.", ""],
    ["Smith, Jones, and Co.", "Smith, Jones, and Co.", ""],
    ['Name of O"Hara, "the best"', 'Name of O"Hara, "the best"', ""],
    ["two\nlines, of a name", "two\nlines, of a name", ""],
  ])("takes %j for the family name %j and the given name %j", (name, last_name, first_name) => {
    const [student] = grades.students;
    const renamed = { ...grades, students: [{ ...student!, student: { id: "ada", name } }] };
    const [row] = parseCsv(reportText(gradebookCsv(renamed), renamed), { columns: true, bom: true, record_delimiter: "\r\n" });
    expect(row).toMatchObject({ last_name, first_name });
  });

  test("gives the points of late work and their penalty", () => {
    expect(rowOf("carol")).toMatchObject({
      assignment: "week-1",
      duedate: "2026-10-24 21:59:00",
      timestamp: "2026-10-30 11:00:00",
      raw_score: "10",
      late_submission_penalty: "4",
      score: "6",
      "transpose-padded": "0",
    });
  });

  test("has empty cells for answers that wait for a verdict", () => {
    expect(rowOf("finn")).toMatchObject({
      raw_score: "",
      late_submission_penalty: "",
      score: "",
      "row-walk": "20",
      "transpose-padded": "",
    });
  });

  test("has no time for a student who handed in nothing", () => expect(rowOf("jo")).toMatchObject({ timestamp: "", score: "0" }));

  test("keeps quotes and line breaks, and holds no formula", () => {
    expect(rowOf('bob, "the\nbuilder"')).toMatchObject({ last_name: "Bob" });
    expect(rowOf("'=cmd|' /C calc'!A0")).toMatchObject({ last_name: "'+1+1" });
    for (const cell of rows.flatMap((row) => Object.values(row))) expect(cell).not.toMatch(/^\s*[=+\-@\t\r]/);
  });

  test("holds no formula where it is opened with another separator", () => {
    const [student] = grades.students;
    const named = { ...student!, student: { id: "x;=1+1;y", name: "a\t@b\n-c|+d" } };
    const text = reportText(gradebookCsv(grades), { students: [named] });
    for (const cell of text.split(/[;,|\t\n]/)) expect(cell.replaceAll('"', "")).not.toMatch(/^\s*[=+@]|^\s*-\D/);
  });
});

describe("the statistics of items", () => {
  const rows: Record<string, string>[] = parseCsv(itemsCsv(outcomesOf(grades)), { columns: true, bom: true });

  test("have a row for each exercise, with the share of the points as its difficulty and the misconceptions seen", () => {
    expect(rows.map(({ exercise }) => exercise)).toEqual(grades.exercises.map(({ id }) => id));
    for (const [i, { id, version, maxPoints }] of grades.exercises.entries()) {
      const known = grades.students.flatMap(({ exercises }) => exercises.filter((one) => one.exercise === id && one.points !== null));
      const share = known.reduce((sum, { points }) => sum + (points ?? 0), 0) / known.length / maxPoints;
      expect(rows[i]).toMatchObject({ assignment: grades.assignment.id, version, difficulty: share.toFixed(3) });
    }
    const shown = grades.students.flatMap(({ exercises }) =>
      exercises.flatMap(({ result }) => (result?.status === "fail" && result.diagnosis ? [result.diagnosis.id] : [])),
    );
    expect(shown.length).toBeGreaterThan(0);
    for (const id of shown) expect(rows.map(({ misconceptions }) => misconceptions).join()).toContain(id);
  });
});

describe("JUnit's XML", () => {
  const xml = reportText(junitXml(grades), grades);

  test("is valid by its schema", async () => {
    const schema = await readFile(new URL("../../testing/schemas/junit.xsd", import.meta.url), "utf8");
    const { errors } = await validateXML({
      xml: { fileName: "junit.xml", contents: xml },
      schema: { fileName: "junit.xsd", contents: schema },
    });
    expect(errors).toEqual([]);
  });

  test("has a suite for each student and a case for each exercise, and counts them", () => {
    expect(XMLValidator.validate(xml)).toBe(true);
    const { testsuites } = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: "" }).parse(xml) as {
      testsuites: { testsuite: Record<"name" | "tests" | "failures" | "errors" | "skipped", string>[] };
    };
    const statuses = grades.students.flatMap(({ exercises }) => exercises.map(({ status }) => status));
    const count = (...wanted: string[]) => String(statuses.filter((status) => wanted.includes(status)).length);
    const sum = (key: "tests" | "failures" | "errors" | "skipped") =>
      String(testsuites.testsuite.reduce((total, suite) => total + Number(suite[key]), 0));
    expect([sum("tests"), sum("failures"), sum("errors"), sum("skipped")]).toEqual([
      String(statuses.length),
      count("fail"),
      count("error", "fault"),
      count("missing"),
    ]);
    expect(testsuites.testsuite).toHaveLength(grades.students.length);
  });

  test("has no times", () => expect(xml).not.toMatch(/time(stamp)?=/));
});

describe("CTRF", () => {
  const report = JSON.parse(reportText(ctrfJson(grades, studentFolders(everybody)), grades)) as CTRFReport;

  test("is valid and complete", () => {
    expect(validateCtrf(report)).toMatchObject({ valid: true });
    const { tests, passed, failed, skipped, other } = report.results.summary;
    expect(tests).toBe(grades.students.length * 3);
    expect(passed + failed + skipped + other).toBe(tests);
    expect(other).toBe(1);
  });
});

describe("the summary", () => {
  const page = pageOf(summaryPage(outcomesOf(grades), given));
  const section = (title: string) =>
    Array.from(page.querySelectorAll("section")).find((one) => one.querySelector("h2")?.textContent === title);

  test("has a chart that can be read out", () => {
    expect(page.querySelector(".chart")?.getAttribute("aria-label")).toMatch(/^How scores are spread: .*1 student from 54 to 60 points\.$/);
    expect(page.querySelectorAll(".chart .bars rect")).toHaveLength(10);
  });

  test.each<[string, string[]]>([
    ["Waiting for a verdict", ["Finn (finn)", "transpose-padded", "the sandbox is gone"]],
    ["The commonest misconceptions", ["row-walk/walks-down-columns", "Ada Yonath (Ada) and Eve (eve)"]],
    ["Where a page said something else", ["Dan (dan)", "the hidden cases decided", "Eve (eve)", "contradicted by the same cases"]],
    ["Not in time", ["Carol (carol)", "10 → 6"]],
    ["What was odd about the submissions", ["stray<b>.json: is no file", "holds no answer to anything"]],
    ["Answers that are the course's solution", ["straight-copy", "reversed-copy", "Hugo (hugo) and Ines (ines)"]],
    ["Answers that are alike", ["Hugo (hugo) and Ines (ines)", "100%", "not proof"]],
  ])("%s", (title, texts) => {
    for (const text of texts) expect(section(title)?.textContent).toContain(text);
  });

  test("links to every student's folder and to the pages of answers that are alike, and to nothing else", () => {
    const links = new Set(Array.from(page.querySelectorAll("a")).map((link) => link.getAttribute("href")));
    const pages = similarGroups(outcomesOf(grades), given).map(({ page }) => page);
    const feedback = [...studentFolders(everybody).values()].map((folder) => `students/${folder}/feedback.html`);
    expect(links).toEqual(new Set([...feedback, ...pages]));
    expect(page.querySelectorAll("img, link")).toHaveLength(0);
  });

  test("of people whose answers are alike has them side by side, inert, with the lines marked that they have in common", () => {
    const hostile = "<img src=x onerror=alert(1)>";
    const former = new Map([
      ["straight-copy", [{ student: `2025: ${hostile}`, source: `// ${hostile} </code></pre>\n${hugos?.source}`, isFormer: true }]],
    ]);
    const outcomes = outcomesOf(grades);
    const compared = { ...given, former };
    const groups = similarGroups(outcomes, compared);
    const pages = new Map(similarPages(outcomes, groups, compared));
    const ring = groups.find(({ students }) => students.length === 3);
    expect(ring?.students).toEqual(["hugo", "ines", `2025: ${hostile}`]);
    const document = pageOf(pages.get(ring?.page ?? "") ?? "");
    expect(document.querySelectorAll("img, script, a, link")).toHaveLength(0);
    expect(document.querySelectorAll(".beside pre")).toHaveLength(3);
    expect(document.querySelectorAll(".beside mark").length).toBeGreaterThan(4);
    expect(document.querySelector("h1")?.textContent).toContain(hostile);
    expect(ring?.page).toMatch(/^similar\/[\w.~-]+\.html$/);
    const summary = pageOf(summaryPage(outcomes, compared));
    expect(summary.querySelectorAll("img")).toHaveLength(0);
    expect(summary.body.textContent).toContain("3 people: Hugo (hugo), Ines (ines) and 2025: ");
  });

  test("runs one script, which its policy names by its hash", () => {
    const [script, ...others] = Array.from(page.querySelectorAll("script"));
    const policy = page.querySelector("meta[http-equiv]")?.getAttribute("content");
    expect([others, policy]).toEqual([
      [],
      `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash("sha256", script?.textContent ?? "", "base64")}'`,
    ]);
  });

  test("says how each section did", () => {
    const sections = ["A", "A", "B"];
    const students = grades.students.map((student, i) => ({ ...student, student: { ...student.student, section: sections[i] ?? "B" } }));
    const rows = Array.from(
      pageOf(summaryPage(outcomesOf({ ...grades, students }), given)).querySelectorAll("[aria-label=Sections] tbody tr"),
    );
    expect(rows.map((row) => Array.from(row.children, (cell) => cell.textContent).slice(0, 2))).toEqual([
      ["A", "2"],
      ["B", String(grades.students.length - 2)],
    ]);
  });

  test("puts problems of one kind together", () => {
    const problems = Array.from({ length: 7 }, (_, i) => ({
      origin: `${i}.json`,
      message: `was written for another version (${String(i).repeat(16)})`,
    }));
    const text = pageOf(summaryPage(outcomesOf({ ...grades, problems: [...grades.problems, ...problems] }), given)).querySelector(
      "details summary",
    );
    expect(text?.textContent).toBe("7 times: was written for another version (…)");
  });

  test("of an empty class says so", () => {
    const empty = { ...grades, students: [], problems: [] };
    expect(pageOf(summaryPage(outcomesOf(empty), given)).body.textContent).toContain("Nobody has handed in anything.");
    expect(validateCtrf(JSON.parse(reportText(ctrfJson(empty, new Map()), empty)))).toMatchObject({ valid: true });
    expect(XMLValidator.validate(reportText(junitXml(empty), empty))).toBe(true);
  });
});
