import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import { groupOf } from "#classroom/grading/behaviour.ts";
import { archiveEntries } from "#classroom/submission/archive.ts";
import type { GradeResult } from "#judge/result.ts";
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
  "Identifier,Full name,Email address,Grade,Feedback comments\nParticipant 4711,Ada Lovelace,ada@school.example,,\nParticipant 4712,Bob Ross,bob@school.example,,\n";
/** A comment to all whose answers behave like Ada's: they don't compile. */
const COMMENT = "Where does this list of exports end?";
const GROUP = groupOf({ exercise: "row-walk", status: "error", error: { kind: "does-not-parse" } } as unknown as GradeResult);

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
  await writeFiles(place.folder, {
    "week-1.yaml": WEEK,
    "worksheet.csv": WORKSHEET,
    "comments.csv": `student,comment\n${GROUP},${COMMENT}\n`,
    "moodle/Ada Lovelace_4711_assignsubmission_file_/row-walk.ts": "export {",
    "canvas/lovelaceada_LATE_4711_90001_row-walk.ts": "export {",
    "canvas/rossbob_4712_90002_row-walk.ts": "export {",
    "github/gpu-week-1-ada/row-walk.ts": "export {",
    "github/gpu-week-1-bob/row-walk.ts": "export {",
  });
  for (const [folder, roster] of [["moodle", "--roster worksheet.csv"], ["canvas"], ["github"]] as const) {
    const graded = await place.shell(
      `coalesce grade --assignment week-1.yaml ${folder}/ --adjustments comments.csv --out r-${folder} ${roster ?? ""}`,
    );
    expect([graded.code, graded.stderr]).toEqual([0, expect.not.stringContaining("Nobody's answer")]);
  }
});
afterAll(() => place.close());

const feedback = (args: string) => place.coalesceHere(`feedback ${args}`.split(" "));

/** The text of each file in an archive. */
async function contents(archive: string): Promise<Record<string, string>> {
  const entries = await archiveEntries({ path: place.path(archive) }, "class");
  return Object.fromEntries(await Promise.all(entries.map(async (entry) => [entry.path, Buffer.from(await entry.bytes()).toString()])));
}

describe("coalesce feedback", () => {
  it.each([
    ["the ZIP file for Moodle", "r-moodle --for moodle", "feedback-moodle.zip", ["Ada"]],
    ["the ZIP file for Canvas", "r-canvas --for canvas", "feedback-canvas.zip", ["lovelaceada", "rossbob"]],
    ["the pages of the mail merge", "r-moodle --for mail", "mail-merge.csv", ["ada@school.example"]],
    ["the issues on GitHub", "r-github --for github", "issues.sh", ["gpu-week-1-ada", "gpu-week-1-bob"]],
  ])("brings a comment to a group of answers to everybody in it, and to nobody else: %s", async (_, args, file, reached) => {
    expect((await feedback(args)).code).toBe(0);
    const told = async (): Promise<Record<string, string>> => {
      if (file.endsWith(".zip")) return contents(file);
      const text = await readFile(place.path(file), "utf8");
      const lines = text.split("\n").flatMap((line) => {
        const [, called] = /^"?([\w.-]+@[\w.-]+)|^gh issue create --repo "\$1"\/'([^']*)'/.exec(line)?.filter((group) => group) ?? [];
        const [attached] = /\/[^",']*feedback\.(html|md)/.exec(line) ?? [];
        return called === undefined || attached === undefined ? [] : [[called, attached] as const];
      });
      return Object.fromEntries(await Promise.all(lines.map(async ([called, page]) => [called, await readFile(page, "utf8")] as const)));
    };
    const commented = Object.entries(await told()).filter(([, page]) => page.includes(COMMENT));
    expect(commented.map(([called]) => reached.find((name) => called.startsWith(name)))).toEqual(reached);
  });

  it("has a comment to a group of answers in the column of Moodle's worksheet", async () => {
    const rows = parse(await readFile(place.path("r-moodle/moodle.csv"), "utf8"), { columns: true, bom: true }) as Record<string, string>[];
    expect(rows.map((row) => row["Feedback comments"])).toEqual([`row-walk: ${COMMENT}`, ""]);
  });

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
  const { code, stdout } = await place.coalesceHere("term r-moodle --out term".split(" "));
  expect([code, stdout]).toEqual([0, "term/term.html: 2 students, 1 assignment\n"]);
  const rows = parse(await readFile(place.path("term/term.csv"), "utf8"), { columns: true, bom: true }) as Record<string, string>[];
  expect(rows.map((row) => [row.email, row["week-1"], row.percent])).toEqual([
    ["ada@school.example", "0", "0"],
    ["bob@school.example", "0", "0"],
  ]);
  expect((await place.coalesceHere(["term", "r-moodle", "r-moodle", "--out", "term"])).code).toBe(2);
});
