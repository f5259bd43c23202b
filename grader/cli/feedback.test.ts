import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { archiveEntries } from "#classroom/submission/archive.ts";
import { writeFiles } from "#testing/example-submissions.ts";
import { Workplace } from "#testing/workplace.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const WEEK = `schema: coalesce/assignment/v1
id: week-1
title: Coalescing
timeZone: Europe/Berlin
due: 2027-10-24T23:59
exercises: [{ id: row-walk, points: 10 }]
`;
const WORKSHEET =
  "Identifier,Full name,Email address,Grade\nParticipant 4711,Ada Lovelace,ada@school.example,\nParticipant 4712,Bob Ross,bob@school.example,\n";

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
  await writeFiles(place.folder, {
    "week-1.yaml": WEEK,
    "worksheet.csv": WORKSHEET,
    "moodle/Ada Lovelace_4711_assignsubmission_file_/row-walk.ts": "export {",
    "canvas/lovelaceada_LATE_4711_90001_row-walk.ts": "export {",
    "canvas/rossbob_4712_90002_row-walk.ts": "export {",
    "github/gpu-week-1-ada/row-walk.ts": "export {",
    "github/gpu-week-1-bob/row-walk.ts": "export {",
  });
  for (const [folder, roster] of [["moodle", "--roster worksheet.csv"], ["canvas"], ["github"]] as const) {
    const graded = await place.shell(`coalesce grade --assignment week-1.yaml ${folder}/ --out r-${folder} ${roster ?? ""}`);
    expect(graded.code).toBe(0);
  }
});
afterAll(() => place.close());

const feedback = (args: string) => place.coalesce(`feedback ${args}`.split(" "));

/** The text of each file in an archive. */
async function contents(archive: string): Promise<Record<string, string>> {
  const entries = await archiveEntries({ path: place.path(archive) }, "class");
  return Object.fromEntries(await Promise.all(entries.map(async (entry) => [entry.path, Buffer.from(await entry.bytes()).toString()])));
}

describe("coalesce feedback", () => {
  it("makes the ZIP file of feedback that Moodle takes, also for those of its worksheet who handed in nothing", async () => {
    const { code, stdout } = await feedback("r-moodle --for moodle");
    expect([code, stdout]).toEqual([0, "feedback-moodle.zip: the feedback of 2 students\n"]);
    const files = await contents("feedback-moodle.zip");
    expect(Object.keys(files)).toEqual([
      "Ada Lovelace_4711_assignsubmission_file_/feedback.html",
      "Bob Ross_4712_assignsubmission_file_/feedback.html",
    ]);
    const adas = await place.shell("cat r-moodle/students/participant-4711-*/feedback.html");
    expect(files["Ada Lovelace_4711_assignsubmission_file_/feedback.html"]).toBe(adas.stdout);
  });

  it("makes files that Canvas attaches by their names", async () => {
    expect((await feedback("r-canvas --for canvas")).code).toBe(0);
    expect(Object.keys(await contents("feedback-canvas.zip"))).toEqual([
      "lovelaceada_LATE_4711_90001_feedback.html",
      "rossbob_4712_90002_feedback.html",
    ]);
  });

  it("makes a mail merge of those who have an address", async () => {
    expect((await feedback("r-moodle --for mail --out to-send.csv")).code).toBe(0);
    const rows = parse(await readFile(place.path("to-send.csv"), "utf8"), { columns: true, bom: true }) as Record<string, string>[];
    expect(rows.map(({ email, score, max_score }) => [email, score, max_score])).toEqual([
      ["ada@school.example", "0", "10"],
      ["bob@school.example", "0", "10"],
    ]);
    for (const { attachment = "" } of rows) expect(await readFile(attachment, "utf8")).toMatch(/^<!doctype html>/i);
  });

  it("makes a script that opens an issue in each repository", async () => {
    expect((await feedback("r-github --for github")).code).toBe(0);
    await writeFiles(place.folder, { "bin/gh": '#!/bin/sh\nfor word in "$@"; do printf "%s|" "$word"; done; echo\n' });
    const { stdout } = await place.shell('chmod +x bin/gh; PATH="$PWD/bin:$PATH" sh issues.sh school');
    expect(stdout.trim().split("\n")).toEqual(
      ["ada", "bob"].map((id) =>
        expect.stringMatching(
          new RegExp(
            `^issue\\|create\\|--repo\\|school/gpu-week-1-${id}\\|--title\\|Feedback: week-1, 0 of 10 points\\|--body-file\\|/.*/feedback\\.md\\|$`,
          ),
        ),
      ),
    );
    expect((await place.shell("sh issues.sh")).code).toBe(2);
  });

  it.each([
    ["where nobody is reached that way", "r-moodle --for canvas", "nobody's work came from Canvas' download"],
    ["without results", "nowhere --for mail", "nowhere holds no class.json"],
  ])("refuses %s", async (_, args, message) => {
    const { code, stderr } = await feedback(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

test("coalesce term adds up folders of results", async () => {
  const { code, stdout } = await place.coalesce("term r-moodle --out term".split(" "));
  expect([code, stdout]).toEqual([0, "term/term.html: 2 students, 1 assignment\n"]);
  const rows = parse(await readFile(place.path("term/term.csv"), "utf8"), { columns: true, bom: true }) as Record<string, string>[];
  expect(rows.map((row) => [row.email, row["week-1"], row.percent])).toEqual([
    ["ada@school.example", "0", "0"],
    ["bob@school.example", "0", "0"],
  ]);
  expect((await place.coalesce(["term", "r-moodle", "r-moodle", "--out", "term"])).code).toBe(2);
});
