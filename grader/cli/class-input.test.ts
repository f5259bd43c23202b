import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { writeFiles } from "#testing/example-submissions.ts";
import { Workplace } from "#testing/workplace.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
  await writeFiles(place.folder, {
    "submissions/Ada Lovelace_4711_assignsubmission_file_/straight-copy.ts": "export {",
    "submissions/Bob Ross_4712_assignsubmission_file_/work.rar": "x",
    "roster.csv": "id,name,account\nada,Ada Lovelace,4711\nbob,Bob Ross,4712\ncem,Cem Öz,4713\n",
  });
  const made = await place.coalesce([
    "new",
    "assignment",
    "week-1.yaml",
    ..."--defaults --exercise straight-copy --title Week --due 2027-10-08T23:59".split(" "),
  ]);
  expect(made).toMatchObject({ code: 0 });
});
afterAll(() => place.close());

const grade = (args: string) => place.coalesce(`grade --assignment week-1.yaml ${args}`.split(" "));

describe("what a class handed in", () => {
  it("is graded with a row for everybody, an empty score for what could not be read, and the layout named", async () => {
    const { code, stdout } = await grade("submissions --roster roster.csv --out results");
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Read as Moodle .*: 3 students, 2 of them without an answer\./)]);
    const rows = (await place.shell("cat results/gradebook.csv")).stdout.trim().split("\r\n").slice(1);
    expect(rows.map((row) => row.split(",").map((cell) => cell.replaceAll('"', ""))).map((cells) => [cells[3], cells[9]])).toEqual([
      ["ada", "0"],
      ["bob", ""],
      ["cem", "0"],
    ]);
    expect((await place.shell("cat results/students/bob/feedback.md")).stdout).toMatch(/work\.rar is of a kind that is not opened/);
  });

  it("does not hold the folder of results", async () => {
    expect(await grade("submissions --out submissions/results")).toMatchObject({
      code: 2,
      stderr:
        "coalesce: submissions/results lies in submissions, and would be read as if students had handed it in: name a folder of results outside\n",
    });
  });

  it("is read by the layout that the instructor names", async () => {
    expect((await grade("submissions --layout canvas --out other")).stdout).toMatch(/^Read as Canvas .*: 0 students/);
  });
});
