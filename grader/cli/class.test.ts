import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ClassGrades } from "#classroom/grading/class-grades.ts";
import { exercisesRoot } from "#kit/folder.ts";
import { UsageError } from "./exit-code.ts";
import { gradeCommand } from "./grade.ts";
import { hardCodedAnswers } from "#testing/acceptance/answers.ts";

const program = fileURLToPath(new URL("./coalesce.mjs", import.meta.url));

interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

let folder: string;

/** Runs the real command in the test's folder; with `killWhen`, kills it as soon as that holds. */
function coalesce(words: readonly string[], killWhen?: () => boolean): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...words], { cwd: folder });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => (stdout += chunk));
    child.stderr.on("data", (chunk) => (stderr += chunk));
    const killer = setInterval(() => killWhen?.() && child.kill("SIGKILL"), 10);
    child.once("error", reject);
    child.once("close", (code, signal) => {
      clearInterval(killer);
      resolve({ code, signal, stdout, stderr });
    });
  });
}

const exerciseFile = (name: string) => readFile(path.join(exercisesRoot, "straight-copy", name), "utf8");
const grade = (...words: string[]) => ["grade", "--assignment", "week-1.yaml", "handed-in", ...words];

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
  folder = await mkdtemp(path.join(tmpdir(), "coalesce-class-cli-"));
  const answers = {
    ada: await exerciseFile("solution.ts"),
    bob: await exerciseFile("starter.ts"),
    cem: hardCodedAnswers.get("straight-copy") ?? "",
    dan: "export const read = () => { throw new Error('ha'); };\nexport const write = read;\n",
  };
  await writeFile(path.join(folder, "week-1.yaml"), assignment);
  for (const [student, source] of Object.entries(answers)) {
    const file = path.join(folder, "handed-in", student, "straight-copy.ts");
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, source);
    await utimes(file, 1_790_000_000, 1_790_000_000);
  }
  await writeFile(path.join(folder, "handed-in", "broken.json"), '{"schema": "coalesce/subm');
});
afterAll(() => rm(folder, { recursive: true }));

/** Every file of a folder of results, by its path. */
async function bytesOf(results: string): Promise<Record<string, string>> {
  const entries = await readdir(path.join(folder, results), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  const named = files.sort().map(async (file) => [path.relative(path.join(folder, results), file), await readFile(file, "utf8")] as const);
  return Object.fromEntries(await Promise.all(named));
}

function verdictsIn(results: string): string[] {
  const answers = path.join(folder, results, "answers");
  if (!existsSync(answers)) return [];
  return readdirSync(answers, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
}

describe("coalesce grade --assignment", () => {
  it("grades a class, the answer that knows only the visible cases as well", async () => {
    const { code, stdout, stderr } = await coalesce(grade("--out", "results"));
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("4 students; 4 answers judged, 0 were judged already; 1 problem among the submissions");
    const grades = JSON.parse(await readFile(path.join(folder, "results/class.json"), "utf8")) as ClassGrades;
    expect(grades.students.map(({ student, exercises }) => [student.id, exercises[0].status])).toEqual([
      ["ada", "pass"],
      ["bob", "fail"],
      ["cem", "fail"],
      ["dan", "error"],
    ]);
    expect(grades.students[0].score).toBe(10);
    expect(grades.students[2].score).toBeLessThan(10);
    expect(grades.problems.map(({ origin }) => origin)).toEqual(["broken.json"]);
  });

  it("gives the same bytes when it was killed and run again, judging only what is missing", async () => {
    const killed = await coalesce(grade("--out", "resumed", "--workers", "1"), () => verdictsIn("resumed").length > 0);
    expect(killed.signal).toBe("SIGKILL");
    expect([1, 2, 3]).toContain(verdictsIn("resumed").length);
    const { code, stdout } = await coalesce(grade("--out", "resumed"));
    expect(code).toBe(0);
    expect(stdout).not.toContain("4 answers judged");
    expect(await bytesOf("resumed")).toEqual(await bytesOf("results"));
  });

  it("refuses a folder that holds another assignment's results, and leaves it alone", async () => {
    await writeFile(path.join(folder, "week-2.yaml"), assignment.replace("week-1", "week-2"));
    const before = await bytesOf("results");
    const { code, stderr } = await coalesce(["grade", "--assignment", "week-2.yaml", "handed-in", "--out", "results"]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'coalesce: results holds the results of "week-1", and this is "week-2": name another folder with --out\n',
    });
    expect(await bytesOf("results")).toEqual(before);
  });

  it("refuses an edited points table before anything is judged, by line", async () => {
    await writeFile(path.join(folder, "edited.yaml"), assignment.replace("points: 10", "points: 10, checks: { every-elemnt: 1 }"));
    const { code, stderr } = await coalesce(["grade", "--assignment", "edited.yaml", "handed-in", "--out", "never"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/edited\.yaml:7: exercises\.0\.checks\.every-elemnt: .*every-element/);
    expect(existsSync(path.join(folder, "never"))).toBe(false);
  });

  it.each<[string, string[], RegExp]>([
    ["--json", ["--out", "r", "--json"], /--json is for one answer/],
    ["--fail-on-test", ["--out", "r", "--fail-on-test"], /--fail-on-test is for one answer/],
    ["no folder of results", [], /name the folder of results with --out/],
    ["a shard with a time", ["--out", "r", "--shard", "0/2", "--as-of", "2026-11-01T12:00"], /a shard writes no reports/],
    ["no such shard", ["--out", "r", "--shard", "2/2"], /no part 2 of 2/],
    ["no such time", ["--out", "r", "--as-of", "tomorrow"], /--as-of tomorrow is no day and time/],
    ["no list of times there", ["--out", "r", "--received", "none.csv"], /cannot read none\.csv/],
  ])("is a usage error with %s", async (_, words, message) => {
    const all = ["--assignment", path.join(folder, "week-1.yaml"), path.join(folder, "handed-in"), ...words];
    const refusal = gradeCommand().exitOverride().parseAsync(all, { from: "user" });
    await expect(refusal).rejects.toThrow(UsageError);
    await expect(refusal).rejects.toThrow(message);
  });

  it.each([
    [["straight-copy", "a.ts", "--workers", "2"], /--workers is for a class/],
    [["straight-copy", "a.ts", "--as-of", "2026-11-01T12:00"], /--as-of is for a class/],
    [["straight-copy"], /an exercise and one answer's file, or an --assignment/],
    [["straight-copy", "a.ts", "b.ts"], /an exercise and one answer's file, or an --assignment/],
  ])("%j is a usage error", async (words, message) => {
    await expect(gradeCommand().exitOverride().parseAsync(words, { from: "user" })).rejects.toThrow(message);
  });
});

describe("coalesce merge", () => {
  const merge = ["merge", "--assignment", "week-1.yaml", "handed-in", "--from", "shard0", "--from", "shard1", "--out", "merged"];

  it("says which shard lacks verdicts, and gives the bytes of one machine once it has them", async () => {
    const whole = await coalesce(grade("--out", "shard0", "--shard", "0/2"));
    const killed = await coalesce(grade("--out", "shard1", "--shard", "1/2"), () => existsSync(path.join(folder, "shard1/manifest.json")));
    expect([whole.code, killed.signal]).toEqual([0, "SIGKILL"]);
    const lacking = await coalesce(merge);
    expect(lacking.code).toBe(1);
    expect(lacking.stderr).toContain("Shard 1 of 2 lacks the verdicts on 2 answers.");
    const remedy = "coalesce grade --assignment week-1.yaml handed-in --out shard1 --shard 1/2";
    expect(lacking.stderr).toContain(remedy);
    expect(existsSync(path.join(folder, "merged/class.json"))).toBe(false);
    expect((await coalesce(remedy.split(" ").slice(1))).code).toBe(0);
    expect((await coalesce(merge)).code).toBe(0);
    expect(await bytesOf("merged")).toEqual(await bytesOf("results"));
  });
});
