import { existsSync } from "node:fs";
import { mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ClassGrades } from "#classroom/grading/class-grades.ts";
import { exercisesRoot } from "#kit/installation.ts";
import { InputError } from "#classroom/assignment/input-error.ts";
import { gradeCommand } from "./grade.ts";
import { hardCodedAnswers } from "#testing/acceptance/answers.ts";
import { ResultsFolder } from "#testing/acceptance/results-folder.ts";
import { Workplace } from "#testing/workplace.ts";

let place: Workplace;

const coalesce = (args: readonly string[], killWhen?: () => boolean) => place.coalesce(args, killWhen && { killWhen });
const coalesceHere = (args: readonly string[]) => place.coalesceHere(args);
const bytesOf = (results: string) => place.bytesOf(results);
const verdictsIn = (results: string) => new ResultsFolder(place.path(results)).verdicts();
const exerciseFile = (name: string) => readFile(path.join(exercisesRoot, "straight-copy", name), "utf8");
const grade = (...args: string[]) => ["grade", "--assignment", "week-1.yaml", "handed-in", ...args];

const assignment = `schema: coalesce/assignment/v1
id: week-1
title: Coalescing
timeZone: Europe/Berlin
due: 2026-10-24T23:59
exercises:
  - { id: straight-copy, points: 10 }
secret: a secret of some length
`;

beforeAll(async () => {
  place = await Workplace.open();
  const answers = {
    ada: await exerciseFile("solution.ts"),
    bob: await exerciseFile("starter.ts"),
    cem: hardCodedAnswers.get("straight-copy") ?? "",
    dan: "export const read = () => { throw new Error('ha'); };\nexport const write = read;\n",
  };
  await writeFile(place.path("week-1.yaml"), assignment);
  for (const [student, source] of Object.entries(answers)) {
    const file = place.path("handed-in", student, "straight-copy.ts");
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, source);
    await utimes(file, 1_790_000_000, 1_790_000_000);
  }
  await writeFile(place.path("handed-in", "broken.json"), '{"schema": "coalesce/subm');
});
afterAll(() => place.close());

describe("coalesce grade --assignment", () => {
  it("grades a class, on hidden cases as well", async () => {
    const { code, stdout, stderr } = await coalesce(grade("--out", "results"));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("4 students; 4 answers judged, 0 were judged already; 1 problem among the submissions");
    const grades = JSON.parse(await readFile(place.path("results/class.json"), "utf8")) as ClassGrades;
    expect(grades.students.map(({ student, exercises }) => [student.id, ...exercises.map(({ status }) => status)])).toEqual([
      ["ada", "pass"],
      ["bob", "fail"],
      ["cem", "fail"],
      ["dan", "error"],
    ]);
    expect(grades.students[0]?.score).toBe(10);
    expect(grades.students[2]?.score).toBeLessThan(10);
    expect(grades.problems.map(({ origin }) => origin)).toEqual(["broken.json"]);
  });

  it("gives the same bytes after it was killed and run again, and judges only what is missing", async () => {
    const killed = await coalesce(grade("--out", "resumed", "--workers", "1"), () => verdictsIn("resumed") > 0);
    expect(killed.signal).toBe("SIGKILL");
    expect([1, 2, 3]).toContain(verdictsIn("resumed"));
    const { code, stdout } = await coalesceHere(grade("--out", "resumed"));
    expect(code).toBe(0);
    expect(stdout).not.toContain("4 answers judged");
    expect(bytesOf("resumed")).toEqual(bytesOf("results"));
  });

  it("refuses a folder that holds another assignment's results, and leaves it alone", async () => {
    await writeFile(place.path("week-2.yaml"), assignment.replace("week-1", "week-2"));
    const before = bytesOf("results");
    const { code, stderr } = await coalesceHere(["grade", "--assignment", "week-2.yaml", "handed-in", "--out", "results"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'coalesce: results holds the results of "week-1", and this is "week-2": name another folder with --out\n',
    });
    expect(bytesOf("results")).toEqual(before);
  });

  it("refuses an assignment with an unknown check, by line, before anything is judged", async () => {
    await writeFile(place.path("edited.yaml"), assignment.replace("points: 10", "points: 10, checks: { every-elemnt: 1 }"));
    const { code, stderr } = await coalesceHere(["grade", "--assignment", "edited.yaml", "handed-in", "--out", "never"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/edited\.yaml:7: exercises\.0\.checks\.every-elemnt: .*every-element/);
    expect(existsSync(place.path("never"))).toBe(false);
  });

  it.each<[string, string[], RegExp]>([
    ["--json", ["--out", "r", "--json"], /--json is for one answer/],
    ["--fail-on-test", ["--out", "r", "--fail-on-test"], /--fail-on-test is for one answer/],
    ["no folder of results", [], /name the folder of results with --out/],
    ["a shard with a time", ["--out", "r", "--shard", "0/2", "--as-of", "2026-11-01T12:00"], /a shard writes no reports/],
    ["a shard that does not exist", ["--out", "r", "--shard", "2/2"], /no part 2 of 2/],
    ["an invalid time", ["--out", "r", "--as-of", "tomorrow"], /--as-of tomorrow isn't a date and time/],
    ["a missing list of times", ["--out", "r", "--received", "none.csv"], /cannot read none\.csv/],
  ])("is a usage error with %s", async (_, args, message) => {
    const all = ["--assignment", place.path("week-1.yaml"), place.path("handed-in"), ...args];
    const refusal = gradeCommand().exitOverride().parseAsync(all, { from: "user" });
    await expect(refusal).rejects.toThrow(InputError);
    await expect(refusal).rejects.toThrow(message);
  });

  it.each([
    [["straight-copy", "a.ts", "--workers", "2"], /--workers is for a class/],
    [["straight-copy", "a.ts", "--as-of", "2026-11-01T12:00"], /--as-of is for a class/],
    [["straight-copy"], /an exercise and one answer's file, or an --assignment/],
    [["straight-copy", "a.ts", "b.ts"], /an exercise and one answer's file, or an --assignment/],
  ])("%j is a usage error", async (args, message) => {
    await expect(gradeCommand().exitOverride().parseAsync(args, { from: "user" })).rejects.toThrow(message);
  });
});

describe("coalesce merge", () => {
  const merge = ["merge", "--assignment", "week-1.yaml", "handed-in", "--from", "shard0", "--from", "shard1", "--out", "merged"];

  it("says which shard lacks verdicts, and gives the same bytes as one machine once none is missing", async () => {
    const whole = await coalesceHere(grade("--out", "shard0", "--shard", "0/2"));
    const killed = await coalesce(grade("--out", "shard1", "--shard", "1/2"), () => existsSync(place.path("shard1/manifest.json")));
    expect([whole.code, killed.signal]).toEqual([0, "SIGKILL"]);
    const lacking = await coalesceHere(merge);
    expect(lacking.code).toBe(1);
    expect(lacking.stderr).toContain("Shard 1 of 2 lacks the verdicts on 2 answers.");
    const remedy = "coalesce grade --assignment week-1.yaml handed-in --out shard1 --shard 1/2";
    expect(lacking.stderr).toContain(remedy);
    const merged = JSON.parse(await readFile(place.path("merged/class.json"), "utf8")) as ClassGrades;
    expect(merged.students.map(({ score }) => score === null)).toHaveLength(4);
    expect(merged.students.filter(({ score }) => score === null)).toHaveLength(2);
    const gradebook = await new ResultsFolder(place.path("merged")).table("gradebook.csv");
    expect(gradebook.map(({ score }) => score === "").sort()).toEqual([false, false, true, true]);
    expect(await readFile(place.path("merged/summary.html"), "utf8")).toContain("Waiting for a verdict");
    const lost = await coalesceHere(merge.map((word) => (word === "shard1" ? "lost" : word === "merged" ? "merged-lost" : word)));
    expect([lost.code, lost.stderr]).toEqual([1, expect.stringContaining("--from lost doesn't exist")]);
    expect((await coalesceHere(remedy.split(" ").slice(1))).code).toBe(0);
    expect((await coalesceHere(merge)).code).toBe(0);
    expect(bytesOf("merged")).toEqual(bytesOf("results"));
  });
});
