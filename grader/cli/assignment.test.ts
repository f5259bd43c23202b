import { readFile, writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { assignmentFromLink } from "#classroom/assignment/link.ts";
import { publicCopy } from "#classroom/assignment/assignment.ts";
import { readAssignment } from "#classroom/assignment/assignment-file.ts";
import { assignmentCommand } from "./assignment.ts";
import { sealingKey } from "#classroom/assignment/sealed.ts";
import { drawnExercises, personalSeeds } from "#classroom/grading/plan.ts";
import { newCommand } from "./new.ts";
import { Workplace } from "#testing/workplace.ts";

const inOrder = `schema: coalesce/assignment/v1
id: week-2
title: Week 2
timeZone: UTC
due: 2026-10-08T23:59
exercises:
  - { id: row-walk, points: 20 }
`;

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
});
afterAll(() => place.close());
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const coalesce = (...args: string[]) => place.coalesceHere(args);

/** Runs a command in this process, and returns the lines that it prints. */
async function printed(command: Command, ...args: string[]): Promise<string[]> {
  const written = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  for (const each of [command, ...command.commands]) each.exitOverride().configureOutput({ writeErr: () => {} });
  await command.parseAsync(args, { from: "user" });
  const lines = written.mock.calls
    .map(([text]) => String(text))
    .join("")
    .split("\n");
  written.mockRestore();
  return lines.slice(0, -1);
}

/** Writes a file into the folder, and returns its path. */
async function written(name: string, text: string): Promise<string> {
  const file = place.path(name);
  await writeFile(file, text);
  return file;
}

const week = ["--title", "Week 1", "--exercise", "straight-copy:10", "--exercise", "row-walk:20", "--due", "2026-10-08"];

test("new, check and link work together", async () => {
  const created = await coalesce("new", "assignment", ...week, "--time-zone", "Europe/Berlin", "--late", "10");
  expect(created).toMatchObject({
    code: 0,
    stderr: "",
    stdout: expect.stringMatching(/^week-1\.yaml: 2 exercises, 30 points\n/) as string,
  });
  const yaml = await readFile(place.path("week-1.yaml"), "utf8");
  const assignment = readAssignment(yaml, "week-1.yaml");
  // Each optional field that the file lacks is explained at its end.
  for (const absent of ["opens", "closes", "attempts", "course"]) expect(yaml).toMatch(new RegExp(`^# ${absent}: `, "m"));

  const checked = await coalesce("assignment", "check", "week-1.yaml");
  expect(checked).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^ok    week-1\.yaml: "Week 1", straight-copy, row-walk; 30 points, due 2026-10-08T23:59 \(Europe\/Berlin\)\n/,
    ) as string,
  });

  const linked = await coalesce("assignment", "link", "week-1.yaml", "--course", "https://school.example/course");
  expect(linked.stdout).toMatch(/^https:\/\/school\.example\/course\/assignment\/#a=[\w-]+\n$/);
  expect(await assignmentFromLink(new URL(linked.stdout.trim()).hash)).toEqual(publicCopy(assignment));
  const copy = await readFile(place.path("week-1.public.yaml"), "utf8");
  expect(readAssignment(copy, "copy")).toEqual(publicCopy(assignment));
  expect(copy + linked.stdout).not.toContain(assignment.secret);

  const opening = await coalesce("assignment", "link", "week-1.yaml", "--course", "https://school.example/course", "--solutions");
  const withKey = { ...publicCopy(assignment), solutionsKey: await sealingKey(assignment) };
  expect(await assignmentFromLink(new URL(opening.stdout.trim()).hash)).toEqual(withKey);
  expect(await readFile(place.path("week-1.solutions.yaml"), "utf8")).toContain(withKey.solutionsKey);
}, 20_000);

describe("coalesce new assignment", () => {
  test.each([
    ["without required options", ["--title", "Week 1"], "--exercise, --due: missing"],
    ["with an unknown exercise", [...week, "--exercise", "row-wolk"], 'there is no exercise "row-wolk"; did you mean row-walk?'],
    ["with points that are not a number", [...week, "--exercise", "row-walk:many"], "It is a number."],
    ["with points that are empty", [...week, "--exercise", "row-walk:"], "It is an exercise, or an exercise and its points: row-walk:20."],
    ["with an unknown policy", [...week, "--late", "never"], "It is a number."],
  ])("%s is refused, and writes nothing", async (_, args, message) => {
    const file = place.path("refused.yaml");
    await expect(printed(newCommand(), "assignment", file, "--defaults", ...args)).rejects.toThrow(message);
    await expect(readFile(file)).rejects.toThrow("ENOENT");
  });

  test("does not overwrite files", async () => {
    const file = await written("precious.yaml", "mine");
    await expect(printed(newCommand(), "assignment", file, "--defaults", ...week)).rejects.toThrow("already exists and was left as it is");
    expect(await readFile(file, "utf8")).toBe("mine");
  });
});

describe("coalesce assignment check", () => {
  test("gives the line of each problem", async () => {
    const file = await written("wrong.yaml", inOrder.replace("row-walk", "row-wlak"));
    expect(await printed(assignmentCommand(), "check", file)).toEqual([
      `FAIL  ${file}:7: exercises.0.id: there is no exercise "row-wlak"; did you mean row-walk?`,
    ]);
    expect(process.exitCode).toBe(1);
  });

  test("notes a secret that can be guessed", async () => {
    const file = await written("guessed.yaml", `${inOrder}secret: correct horse battery\n`);
    expect(await printed(assignmentCommand(), "check", file)).toContainEqual(
      expect.stringMatching(/^note  the secret looks as if somebody/),
    );
  });

  test("notes settings that may not be intended", async () => {
    const [, ...notes] = await printed(assignmentCommand(), "check", await written("open.yaml", inOrder));
    expect(notes).toEqual([
      "note  there is no secret, so no answer is judged on hidden cases",
      "note  lateness costs nothing and nothing closes, so the due time has no effect",
      expect.stringMatching(/^note  row-walk is given away by fix-the-column-walk: an answer on its page passes it, too\./),
    ]);
  });
});

describe("coalesce assignment link", () => {
  const course = ["--course", "https://school.example/"];

  test.each([
    ["of a missing file", ["none.yaml", ...course], "cannot read none.yaml"],
    ["to an invalid address", ["none.yaml", "--course", "school"], "It is an address that starts with https://"],
    ["to a script", ["none.yaml", "--course", "javascript:alert(1)"], "It is an address that starts with https://"],
  ])("%s is refused", async (_, args, message) => {
    await expect(printed(assignmentCommand(), "link", ...args)).rejects.toThrow(message);
  });

  test("needs the course's address, from the file or as an option", async () => {
    await expect(printed(assignmentCommand(), "link", await written("nowhere.yaml", inOrder))).rejects.toThrow("or give --course");
    const file = await written("somewhere.yaml", inOrder.replace("id: week-2", "id: week-5\ncourse: https://school.example/gpu/"));
    const [address] = await printed(assignmentCommand(), "link", file);
    expect(address).toMatch(/^https:\/\/school\.example\/gpu\/assignment\/#a=/);
  });

  test("does not replace the instructor's file by the students' copy", async () => {
    const file = await written("week-2.public.yaml", inOrder);
    await expect(printed(assignmentCommand(), "link", file, ...course)).rejects.toThrow("rename it to week-2.yaml");
    expect(await readFile(file, "utf8")).toBe(inOrder);
  });
});

test("coalesce assignment schema prints JSON Schema", async () => {
  const lines = await printed(assignmentCommand(), "schema");
  expect(JSON.parse(lines.join("\n"))).toMatchObject({ type: "object", additionalProperties: false });
});

/** The copies in a table of links, by the student's id. */
async function copiesIn(file: string) {
  const table = await readFile(place.path(file), "utf8");
  expect(table.startsWith("\uFEFF")).toBe(true);
  const rows = table.trim().split("\r\n").slice(1);
  return Promise.all(rows.map((row) => assignmentFromLink(`#${/#(a=[\w-]+)/.exec(row)?.[1] ?? ""}`)));
}

test("with a roster, each student has a link of their own, with the cases that grading draws and their extension alone", async () => {
  const secret = "secret: a secret of some length\npersonalCases: 1\nsolutions: 2026-10-09T08:00\nwithholdUntil: 2026-10-09T08:00\n";
  const file = await written("own.yaml", inOrder.replace("id: week-2", "id: week-own") + secret);
  const roster = await written("roster.csv", "id,name,email\nada,Ada Lovelace,ada@school.example\nbob,Bob,\n");
  const course = ["--course", "https://school.example/"];
  const link = (...args: string[]) => printed(assignmentCommand(), "link", file, ...course, ...args);
  expect(await link("--roster", roster)).toEqual([`${place.path("week-own.links.csv")}: 2 links, one for each student`]);
  const copies = await copiesIn("week-own.links.csv");
  const assignment = readAssignment(await readFile(file, "utf8"), file);
  expect(copies.map(({ personal }) => [personal?.student, personal?.cases["row-walk"]?.map(({ seed }) => seed)])).toEqual(
    ["ada", "bob"].map((student) => [student, personalSeeds(assignment, "row-walk", student)]),
  );
  expect(copies[0]?.personal?.cases["row-walk"]?.[0]?.title).toMatch(/^rows \d+, columns \d+; .*blocks of .* threads$/);

  const adjustments = await written("adjustments.csv", "student,due,comment\nada@school.example,2026-11-10T23:59,illness\n");
  await expect(link("--roster", roster, "--adjustments", adjustments)).rejects.toThrow("week-own.links.csv exists and says something else");
  await expect(link("--adjustments", adjustments)).rejects.toThrow("needs --roster");
  await link("--roster", roster, "--adjustments", adjustments, "--replace");
  const [ada, bob] = await copiesIn("week-own.links.csv");
  const end = "2026-11-10T23:59";
  expect(ada).toMatchObject({ due: end, solutions: end, withholdUntil: end, personal: { student: "ada", classDue: "2026-10-08T23:59" } });
  expect(bob).toEqual(copies[1]);
  expect(JSON.stringify([ada, bob])).not.toContain("illness");

  const nobody = await written("nobody.csv", "student,due\neve,2026-11-10T23:59\n");
  await link("--roster", roster, "--adjustments", nobody, "--replace");
  expect(process.exitCode).toBe(1);
});

test("where all students would have the same link, a roster is refused; an extension alone is reason enough", async () => {
  const file = await written("without.yaml", inOrder.replace("id: week-2", "id: week-same"));
  const roster = await written("roster.csv", "id,name,email\nada,Ada Lovelace,ada@school.example\nbob,Bob,\n");
  const link = (...args: string[]) =>
    printed(assignmentCommand(), "link", file, "--course", "https://school.example/", "--roster", roster, ...args);
  await expect(link()).rejects.toThrow("has no personalCases");
  await link("--adjustments", await written("extension.csv", "student,due\nbob,2026-11-10T23:59\n"));
  expect((await copiesIn("week-same.links.csv")).map(({ due }) => due)).toEqual(["2026-10-08T23:59", "2026-11-10T23:59"]);
});

test("where exercises are drawn for each student, each link has that student’s, and their sitting; there is no common one", async () => {
  const pool = ["row-walk", "straight-copy", "reversed-copy"].map((id) => `  - { id: ${id}, points: 10 }\n`).join("");
  const drawing = inOrder
    .replace("id: week-2", "id: week-draw")
    .replace(/exercises:[^]*/, `exercises:\n${pool}draw: 1\nsecret: a secret of some length\n`);
  const file = await written("draw.yaml", drawing);
  const roster = await written("many.csv", `id,name\n${["ada", "bob", "cem", "dan", "eve", "fay"].map((id) => `${id},${id}\n`).join("")}`);
  const link = (...args: string[]) => printed(assignmentCommand(), "link", file, "--course", "https://school.example/", ...args);
  await expect(link()).rejects.toThrow("draws exercises for each student: --roster makes the links with theirs");
  await link("--roster", roster);
  const assignment = readAssignment(drawing, file);
  const copies = await copiesIn("week-draw.links.csv");
  expect(copies.map(({ exercises }) => exercises.map(({ id }) => id))).toEqual(
    ["ada", "bob", "cem", "dan", "eve", "fay"].map((id) => [...drawnExercises(assignment, id)]),
  );
  expect(new Set(copies.map(({ exercises }) => exercises[0]?.id)).size).toBeGreaterThan(1);
  await expect(readFile(place.path("week-draw.public.yaml"))).rejects.toThrow("ENOENT");

  const sitting = { opens: "2026-10-05T09:00", due: "2026-10-05T11:00" };
  const sittings = await written("sittings.csv", `student,opens,due\nbob,${sitting.opens},${sitting.due}\n`);
  await link("--roster", roster, "--adjustments", sittings, "--replace");
  const [ada, bob] = await copiesIn("week-draw.links.csv");
  expect(ada).toEqual(copies[0]);
  expect(bob).toEqual({ ...copies[1], ...sitting, personal: { ...copies[1]?.personal, classDue: copies[1]?.due } });
});
