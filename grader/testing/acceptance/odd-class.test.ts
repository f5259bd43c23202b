import { readFile, readdir, symlink, writeFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it, test } from "vitest";
import { handInText, writeFiles, zipOf } from "#testing/example-submissions.ts";
import { Workplace, type CommandResult } from "#testing/workplace.ts";

const course = new URL("../../../exercises/", import.meta.url);
const answerTo = (exercise: string, name: string): Promise<string> => readFile(new URL(`${exercise}/${name}.ts`, course), "utf8");
const [right, rightWalk, untouched, untouchedWalk] = await Promise.all([
  answerTo("straight-copy", "solution"),
  answerTo("row-walk", "solution"),
  answerTo("straight-copy", "starter"),
  answerTo("row-walk", "starter"),
]);
const utf16 = (text: string): Uint8Array => Buffer.from(`\uFEFF${text}`, "utf16le");
const latin1 = (text: string): Uint8Array => Buffer.from(text, "latin1");
/** A right copy, except that it throws something in the hidden cases. */
const throwing = (thrown: string): string =>
  right.replace(/const i = .*/, (line) => `if (![64, 1000, 1048576].includes(n)) throw ${thrown};\n  ${line}`);

const LONG = "a-very-long-id-".repeat(12);
const FORGED = "pass, 20 of 20 points";

/** The files of each student's folder, and the row of the gradebook that it should get. */
const students: readonly (readonly [id: string, files: Readonly<Record<string, string | Uint8Array>>, row: string])[] = [
  ["ada", { "straight-copy.ts": right, "row-walk.ts": rightWalk }, "10 + 20 = 30"],
  ["bob", { "straight_copy.js": latin1(`// caf\u00e9\n${untouched}`), "row-walk (1).ts": utf16(rightWalk) }, "0 + 20 = 20"],
  ["cem", { "work.zip": await zipOf({ "week 1/straight-copy.ts": right, "week 1/row-walk.ts": rightWalk }) }, "10 + 20 = 30"],
  ["dan", { "straight-copy.docx": Buffer.from("PK\u0003\u0004 a letter") }, " +  = "],
  ["eve", { "week-1-eve.json": handInText("eve").slice(0, 60) }, " +  = "],
  ["fay", { "week-1-fay.json": handInText("ada", { answers: [{ exercise: "straight-copy", source: "no" }] }) }, " +  = "],
  ["gus", { "straight-copy.ts": throwing("new Error(String(n))"), "row-walk.ts": untouchedWalk }, "0 + 0 = 0"],
  ["hal", { "straight-copy.ts": `throw { name: "\\x01".repeat(12e6), message: "m" };` }, "0 + 0 = 0"],
  ["ivy", { "straight-copy.ts": `throw new Error("\\u001b[2J::error::\\r\\n${FORGED}\\u202e");` }, "0 + 0 = 0"],
  ["jan", { "package.json": "{}", ".DS_Store": "\0", "node_modules/x/straight-copy.ts": right }, "0 + 0 = 0"],
  ["=1+1", { "straight-copy.ts": `${right}\r\n// mine`, "row-walk.ts": `\uFEFF${rightWalk.replaceAll("\n", "\r\n")}` }, "10 + 20 = 30"],
  [LONG, { "straight-copy.ts": right.replaceAll("element", "place") }, "10 + 0 = 10"],
];

let place: Workplace;
let graded: CommandResult;

beforeAll(async () => {
  place = await Workplace.open();
  const assignment = `schema: coalesce/assignment/v1
id: week-1
title: Coalescing
timeZone: UTC
due: 2026-10-20T00:00
exercises: [{ id: straight-copy, points: 10 }, { id: row-walk, points: 20 }]
secret: a secret of some length
`;
  await writeFile(place.path("week-1.yaml"), assignment);
  // As a German spreadsheet saves it.
  const roster = [["id", "name"], ...students.map(([id]) => [id, id.slice(0, 3).toUpperCase()]), ["nobody", "Handed in nothing"]];
  await writeFile(place.path("roster.csv"), utf16(roster.map((row) => row.join(";")).join("\r\n")));
  for (const [id, files] of students) await writeFiles(place.path("submissions", id), files);
  await writeFiles(place.path("submissions", "zoe"), { "straight-copy.ts": right });
  await writeFiles(place.path("submissions"), { "notes of the instructor.txt": "call Bob" });
  await symlink("/etc/passwd", place.path("submissions", "ada", "passwd.ts"));
  graded = await place.shell("coalesce grade --assignment week-1.yaml submissions --roster roster.csv --out results");
});
afterAll(() => place.close());

const text = (file: string): Promise<string> => readFile(place.path("results", file), "utf8");

it("is graded, and nothing of it reaches the terminal raw", () => {
  expect([graded.code, graded.stderr]).toEqual([0, ""]);
  expect(graded.stdout).toContain("14 students");
  expect(graded.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]|::error::/);
});

it("everybody has a row, and what could not be read stays open", async () => {
  const rows = parse<Record<string, string>>(await text("gradebook.csv"), { columns: true, bom: true });
  const shown = rows.map((row) => [row.student_id, `${row["straight-copy"]} + ${row["row-walk"]} = ${row.score}`]);
  const expected = [...students.map(([id, , row]) => [id.replace(/^=/, "'="), row]), ["nobody", "0 + 0 = 0"], ["zoe", "10 + 0 = 10"]];
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
});

it("the summary names what was odd, each with its student", async () => {
  const summary = (await text("summary.html")).replaceAll(/<wbr\/?>|<\/?(?:a|bdi|li|code)[^>]*>/g, "");
  for (const oddity of [
    /bob\/straight_copy\.js: was taken for the answer to straight-copy/,
    /bob\/straight_copy\.js: is Windows-1252 text/,
    /bob\/row-walk \(1\)\.ts: is UTF-16LE text/,
    /dan\/straight-copy\.docx: is of a kind that is not opened/,
    /eve\/week-1-eve\.json: is broken JSON/,
    /fay\/week-1-fay\.json: says that it is from &quot;ada&quot;, and lies where fay hands in/,
    /zoe: is of nobody on the roster/,
    /passwd\.ts: .*link/,
    /notes of the instructor\.txt/,
  ])
    expect(summary).toMatch(oddity);
  expect(summary).toContain("nobody");
  expect(summary).not.toContain("zoe: zoe");
});

test("no student's folder holds a hidden case, another's work, or more than a person can read", async () => {
  const folders = await readdir(place.path("results", "students"));
  expect(folders).toHaveLength(14);
  const gus = (await text("students/gus/feedback.md")) + (await text("students/gus/straight-copy.json"));
  expect(gus).toContain("that stays hidden");
  expect(gus).not.toMatch(/\bError: \d+|"n":/);
  const ivy = await text("students/ivy/feedback.html");
  expect(ivy).not.toMatch(/[\u001b\u202e]/);
  for (const file of ["junit.xml", "students/hal/feedback.html", "students/hal/straight-copy.json"])
    expect((await text(file)).length).toBeLessThan(200_000);
  expect(await text("students/eve/feedback.md")).toMatch(/could not be read/);
});
