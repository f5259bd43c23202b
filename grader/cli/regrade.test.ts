import { cp, mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Workplace } from "#testing/workplace.ts";
import { exercisesRoot } from "#kit/installation.ts";
import { InputError } from "#classroom/assignment/input-error.ts";
import { regradeCommand } from "./regrade.ts";

const ASSIGNMENT = `schema: coalesce/assignment/v1
id: week-1
title: Coalescing
timeZone: Europe/Berlin
due: 2026-10-24T23:59
closes: 2026-10-25T23:59
exercises:
  - { id: reversed-copy, points: 10 }
secret: a secret of some length
`;
const WEEK_1 = ["--assignment", "week-1.yaml", "handed-in"];

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
  await writeFile(place.path("week-1.yaml"), ASSIGNMENT);
  for (const [student, file] of [
    ["ada", "solution.ts"],
    ["bob", "starter.ts"],
  ] as const) {
    await mkdir(place.path("handed-in", student), { recursive: true });
    await cp(path.join(exercisesRoot, "reversed-copy", file), place.path("handed-in", student, "reversed-copy.ts"));
    await utimes(place.path("handed-in", student, "reversed-copy.ts"), 1_790_000_000, 1_790_000_000);
  }
  expect((await place.coalesceHere(["grade", ...WEEK_1, "--out", "results"])).code).toBe(0);
  // Long after the close: by the dates of the files, nothing would count.
  for (const student of ["ada", "bob"]) await utimes(place.path("handed-in", student, "reversed-copy.ts"), 1_800_000_000, 1_800_000_000);
});
afterAll(() => place.close());

describe("coalesce regrade", () => {
  it("into the previous results changes no byte if nothing changed, and adds the report", async () => {
    const before = place.bytesOf("results");
    const { code, stdout } = await place.coalesce(["regrade", ...WEEK_1, "--previous", "results", "--out", "results", "--write"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("0 students get another score. 2 students keep theirs.")]);
    const after = new Map(place.bytesOf("results"));
    for (const report of ["regrade.md", "regrade.csv"]) expect(after.delete(report)).toBe(true);
    expect(after).toEqual(before);
    expect(stdout).toContain(await readFile(place.path("results", "regrade.md"), "utf8"));
  });

  it.each<[string, string[], RegExp]>([
    ["no assignment", ["handed-in", "--previous", "results", "--out", "r"], /name the assignment's file with --assignment/],
    ["no previous results", [...WEEK_1, "--out", "r"], /name the results to compare with by --previous/],
    ["no folder of results", [...WEEK_1, "--previous", "results"], /name the folder of the new results with --out/],
    ["a folder without results", [...WEEK_1, "--previous", "handed-in", "--out", "r"], /holds no class\.json/],
    [
      "another assignment",
      ["--assignment", "week-2.yaml", "handed-in", "--previous", "results", "--out", "r"],
      /holds the results of "week-1", and this is "week-2"/,
    ],
  ])("is a usage error with %s", async (_, args, message) => {
    await writeFile(place.path("week-2.yaml"), ASSIGNMENT.replace("week-1", "week-2"));
    const inPlace = args.map((arg) => (/^(week|handed|results)/.test(arg) ? place.path(arg) : arg));
    const refusal = regradeCommand().exitOverride().parseAsync(inPlace, { from: "user" });
    await expect(refusal).rejects.toThrow(InputError);
    await expect(refusal).rejects.toThrow(message);
  });
});
