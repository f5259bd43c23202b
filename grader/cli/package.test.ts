import { readdir, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Workplace } from "#testing/workplace.ts";

let place: Workplace;
beforeAll(async () => {
  place = await Workplace.open();
});
afterAll(() => place.close());

/** The outcome of `coalesce package` for an assignment of one exercise. The packages themselves are tested in a browser. */
async function packaged(exercises: string, ...options: readonly string[]) {
  const text = `schema: coalesce/assignment/v1\nid: week\ntitle: Week\ntimeZone: UTC\ndue: 2026-10-24T23:59\nexercises: ${exercises}\n`;
  await writeFile(place.path("week.yaml"), text);
  return place.coalesce(["package", "week.yaml", ...options]);
}

const DRAWN = "[{ id: row-walk, points: 1 }, { id: straight-copy, points: 1 }]\ndraw: 1\nsecret: a secret of some length";

describe("coalesce package refuses", () => {
  test.each([
    ["to guess what the LMS takes", "[{ id: row-walk, points: 1 }]", [], "--scorm 1.2 or --cmi5"],
    ["two standards at once", "[{ id: row-walk, points: 1 }]", ["--scorm", "1.2", "--cmi5"], "cannot be used with"],
    [
      "an exercise that the course does not have",
      "[{ id: row-wlak, points: 1 }]",
      ["--cmi5"],
      'week.yaml:6: exercises.0.id: there is no exercise "row-wlak"; did you mean row-walk?',
    ],
    ["an assignment that is not in order", "[{ id: row-walk, points: -1 }]", ["--cmi5"], "week.yaml:6: exercises.0.points"],
    ["exercises drawn for each student, in an LMS", DRAWN, ["--cmi5"], "week.yaml draws exercises for each student"],
    ["exercises drawn for each student, at Gradescope", DRAWN, ["--gradescope"], "a package is the same for all: leave draw out"],
  ])("%s, and writes nothing", async (_, exercises, options, message) => {
    const { code, stderr } = await packaged(exercises, ...options);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(await readdir(place.folder)).toEqual(["week.yaml"]);
  });
});
