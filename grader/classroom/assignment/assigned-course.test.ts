import { expect, test } from "vitest";
import { exerciseIds, readExerciseFolder } from "#kit/folder.ts";
import { checkAgainstCourse } from "./assigned-course.ts";
import { invalidAssignment, readAssignment } from "./assignment-file.ts";

const text = (exercise: string) => `schema: coalesce/assignment/v1
id: week-1
title: Coalescing
timeZone: Europe/Berlin
due: 2026-10-24T23:59
exercises:
  - { id: straight-copy, points: 10 }
  - ${exercise}
`;

const exercises = new Map(
  await Promise.all(["straight-copy", "row-walk"].map(async (id) => [id, (await readExerciseFolder(id)).exercise] as const)),
);
const ids = await exerciseIds();

test.each([
  ["{ id: row-walk, points: 5 }", []],
  ["{ id: row-walk, points: 5, checks: { in-bounds: 0, read-sectors: 1 }, hideChecks: [write-sectors] }", []],
  ["{ id: row-wakl, points: 5 }", ['a.yaml:8: exercises.1.id: there is no exercise "row-wakl"; did you mean row-walk?']],
  [
    "{ id: row-walk, points: 5, checks: { reed-sectors: 1 } }",
    [
      'a.yaml:8: exercises.1.checks.reed-sectors: row-walk has no check "reed-sectors"; its checks are in-bounds, every-element, written-once, read-sectors, write-sectors',
    ],
  ],
  [
    "{ id: row-walk, points: 5, hideChecks: [in-bounds, speed] }",
    [
      'a.yaml:8: exercises.1.hideChecks.1: row-walk has no check "speed"; its checks are in-bounds, every-element, written-once, read-sectors, write-sectors',
    ],
  ],
  [
    "\n      id: row-walk\n      points: 5\n      checks:\n        in-bounds: 0",
    ["a.yaml:11: exercises.1.checks: no check of row-walk counts anything: give one a weight above 0, or leave checks out"],
  ],
  [
    "{ id: row-walk, points: 5, checks: { in-bounds: 1 } }",
    [
      "a.yaml:8: exercises.1.checks: no check of row-walk counts anything (the starter has in-bounds already): give one a weight above 0, or leave checks out",
    ],
  ],
])("%s", (exercise, problems) => {
  const source = text(exercise);
  const found = checkAgainstCourse(readAssignment(source, "a.yaml"), exercises, ids);
  expect(invalidAssignment(source, "a.yaml", found).problems).toEqual(problems);
});

test("for an exercise that resembles no other, the message names the nearest ones", () => {
  const [problem] = checkAgainstCourse(readAssignment(text("{ id: transpose, points: 5 }"), "a.yaml"), exercises, ids);
  expect(problem).toEqual({
    path: ["exercises", 1, "id"],
    message: 'there is no exercise "transpose"; the nearest are transpose-naive, transpose-tiled, tf32-tile',
  });
});
