import { cp, mkdir, readFile, readdir, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exercisesRoot } from "#kit/installation.ts";
import { Workplace } from "#testing/workplace.ts";

const WEEK = `schema: coalesce/assignment/v1
id: week-1
title: Coalescing
timeZone: Europe/Berlin
due: 2026-10-24T23:59
exercises: [{ id: row-walk, points: 10 }]
secret: a secret of some length
`;
const ROSTER = "id,name,email,section\nlovelace17,Ada Lovelace,ada@school.example,Tuesdays\nross18,Bob Ross,bob@school.example,Fridays\n";
/** Texts that would reveal who somebody is. */
const NAMING = /lovelace|ross18|\bAda\b|\bBob\b|Ross|school\.example|Tuesdays|Fridays|mallory|Illness|certificate/i;

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
  await writeFile(place.path("week-1.yaml"), WEEK);
  await writeFile(place.path("roster.csv"), ROSTER);
  await writeFile(place.path("adjustments.csv"), "student,points,comment\nross18,7,Illness: certificate of Tuesday\n");
  for (const student of ["lovelace17", "ross18", "mallory99"]) {
    await mkdir(place.path("handed-in", student), { recursive: true });
    const file = place.path("handed-in", student, "row-walk.ts");
    await cp(path.join(exercisesRoot, "row-walk", student === "ross18" ? "starter.ts" : "solution.ts"), file);
    await utimes(file, 1_790_000_000, 1_790_000_000);
  }
  await writeFile(place.path("handed-in", "ross18", "week-1-mallory.json"), "{");
  await writeFile(place.path("handed-in", "note of Ada.txt"), "Ada was ill");
});
afterAll(() => place.close());

const OF_CLASS = ["--assignment", "week-1.yaml", "handed-in", "--roster", "roster.csv", "--adjustments", "adjustments.csv"];
const grade = (out: string, ...options: string[]) => place.coalesceHere(["grade", ...OF_CLASS, "--out", out, ...options]);

/** Every file of the results, its name with its text. */
async function texts(folder: string): Promise<string[]> {
  const entries = (await readdir(place.path(folder), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  return Promise.all(
    entries.map(
      async ({ name, parentPath }) =>
        `${path.relative(place.folder, parentPath)}/${name}\n${await readFile(path.join(parentPath, name), "utf8")}`,
    ),
  );
}

const rows = async (file: string): Promise<Record<string, string>[]> =>
  parse(await readFile(place.path(file), "utf8"), { columns: true, bom: true });

describe("coalesce grade --anonymous", () => {
  it("names nobody in any file of the results, and gives the same scores", async () => {
    expect((await grade("named")).code).toBe(0);
    const { code } = await grade("results", "--anonymous", "keys/key.csv");
    expect(code).toBe(0);
    expect((await texts("named")).filter((text) => NAMING.test(text)).length).toBeGreaterThan(5);
    expect(
      (await texts("results")).filter((text) => NAMING.test(text)).map((text) => [text.split("\n")[0], NAMING.exec(text)?.[0]]),
    ).toEqual([]);
    const key = new Map((await rows("keys/key.csv")).map((row) => [row.pseudonym, row]));
    const scores = (await rows("results/gradebook.csv")).map((row) => [key.get(row.student_id)?.student_id, row.score]);
    expect(new Map(scores as [string, string][])).toEqual(
      new Map((await rows("named/gradebook.csv")).map((row) => [row.student_id, row.score])),
    );
    expect(scores).toContainEqual(["ross18", "7"]);
  });

  it("keeps in the key who everybody is and what was odd, and nowhere else", async () => {
    const key = await rows("keys/key.csv");
    expect(key.find(({ student_id }) => student_id === "lovelace17")).toMatchObject({
      name: "Ada Lovelace",
      email: "ada@school.example",
      section: "Tuesdays",
    });
    expect(key.find(({ student_id }) => student_id === "ross18")?.problems).toContain("week-1-mallory.json");
    expect(key.find(({ student_id }) => student_id === "ross18")?.comments).toBe("Illness: certificate of Tuesday");
    expect(key.find(({ student_id }) => student_id === "mallory99")?.problems).toContain("is of nobody on the roster");
    expect(key.find(({ student_id }) => student_id === "")?.problems).toContain("note of Ada.txt");
  });

  it("gives the same pseudonyms in a second run, in shards and in a regrade", async () => {
    const before = place.bytesOf("results");
    expect((await grade("results", "--anonymous", "keys/key.csv")).code).toBe(0);
    expect(place.bytesOf("results")).toEqual(before);
    const regraded = await place.coalesceHere([
      "regrade",
      ...OF_CLASS,
      "--anonymous",
      "keys/key.csv",
      "--previous",
      "results",
      "--out",
      "again",
    ]);
    expect([regraded.code, regraded.stdout]).toEqual([0, expect.stringContaining("0 students get another score. 3 students keep theirs.")]);
    expect(regraded.stdout).not.toMatch(NAMING);
  });

  it.each([
    ["among the results", "week-1.yaml", "results/key.csv", "would lie in results"],
    ["without a secret", "open.yaml", "keys/open.csv", "it has none"],
  ])("refuses a key %s", async (_, assignment, key, message) => {
    await writeFile(place.path("open.yaml"), WEEK.replace(/^secret.*\n/m, ""));
    const { code, stderr } = await place.coalesceHere([
      "grade",
      "--assignment",
      assignment,
      "handed-in",
      "--out",
      "results",
      "--anonymous",
      key,
    ]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
