import { readFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { writeFiles } from "#testing/example-submissions.ts";
import { Workplace } from "#testing/workplace.ts";

test("a group that hands in at Gradescope has one result, by the latest due time of its members", { timeout: 60_000 }, async () => {
  const place = await Workplace.open();
  onTestFinished(() => place.close());
  const week = {
    schema: "coalesce/assignment/v1",
    id: "week-1",
    title: "Week 1",
    timeZone: "Europe/Berlin",
    due: "2026-10-08T23:59",
    late: { policy: "per-day", percent: 10, capPercent: 50, graceMinutes: 0 },
    exercises: [{ id: "row-walk", points: 10 }],
  };
  const people = ["ada", "bob"].map((id) => ({ id, email: `${id}@school.example` }));
  const users = people.toReversed().map(({ id, email }, i) => ({ id: i, email, name: id }));
  const adjustments = [
    { student: "ada", due: "2026-10-12T23:59" },
    { student: "bob", points: 1 },
  ];
  await writeFiles(place.folder, {
    // A file of YAML may be JSON.
    "week-1.yaml": JSON.stringify(week),
    "class.json": JSON.stringify({ students: people, adjustments }),
    "root/submission/row-walk.ts": await readFile(new URL("../../exercises/row-walk/solution.ts", import.meta.url), "utf8"),
    "root/submission_metadata.json": JSON.stringify({ created_at: "2026-10-10T14:22:32.365935+02:00", users }),
  });
  const grade = async (...more: string[]) => {
    expect(await place.coalesce(["autograde", "root", "--assignment", "week-1.yaml", ...more])).toMatchObject({ code: 0 });
    return JSON.parse(await readFile(place.path("root/results/results.json"), "utf8")) as { score: number; output: string };
  };
  expect(await grade()).toMatchObject({ score: 8 });
  const together = await grade("--class", "class.json");
  expect(together).toMatchObject({ score: 10, output: expect.stringContaining("leaves out what was decided for bob alone") });
});
