import { describe, expect, test } from "vitest";
import { assignmentFrom, idFrom, localTimeFrom, type AssignmentDraft, courseExercises } from "./assignment-draft.ts";
import { InputError } from "#classroom/assignment/input-error.ts";

const course = await courseExercises();
const draft: AssignmentDraft = { title: "Week 1", exercise: [{ id: "row-walk" }], due: "2026-10-08", timeZone: "Europe/Berlin" };
const from = (more: AssignmentDraft = {}) => assignmentFrom({ ...draft, ...more }, course);

test("a title, an exercise and a day are enough", () => {
  const { secret, ...assignment } = from();
  expect(assignment).toEqual({
    schema: "coalesce/assignment/v1",
    id: "week-1",
    title: "Week 1",
    timeZone: "Europe/Berlin",
    due: "2026-10-08T23:59",
    late: { policy: "none" },
    exercises: [{ id: "row-walk", points: course.get("row-walk")?.points, hideChecks: [] }],
    hiddenCases: 3,
    solutions: "never",
  });
  expect(secret).toMatch(/^[\w-]{24}$/);
  expect(from().secret).not.toBe(secret);
});

test.each<[AssignmentDraft, object]>([
  [{ late: 10 }, { late: { policy: "per-day", percent: 10, capPercent: 100, graceMinutes: 0 } }],
  [{ late: 10, lateCap: 50, grace: 15 }, { late: { policy: "per-day", percent: 10, capPercent: 50, graceMinutes: 15 } }],
  [{ late: "zero", grace: 5 }, { late: { policy: "zero", graceMinutes: 5 } }],
  [{ points: 7, exercise: [{ id: "row-walk", points: 2 }, { id: "straight-copy" }] }, { exercises: [{ points: 2 }, { points: 7 }] }],
  [
    { opens: "2026-10-01", closes: "2026-10-20", solutions: "2026-10-21 06:30" },
    { opens: "2026-10-01T00:00", closes: "2026-10-20T23:59", solutions: "2026-10-21T06:30" },
  ],
  [{ attempts: 2 }, { attempts: 2 }],
])("%o", (more, expected) => {
  expect(from(more)).toMatchObject(expected);
});

test("'any' attempts means no limit", () => expect(from({ attempts: "any" }).attempts).toBeUndefined());

describe("a draft is refused:", () => {
  test.each<[AssignmentDraft, string]>([
    [
      { title: undefined, due: undefined } as unknown as AssignmentDraft,
      "--title, --due: missing. In a terminal, without --defaults, the command asks for what is not given",
    ],
    [
      { due: "tomorrow", attempts: 0 },
      "due: is a day and a time such as 2026-10-08T23:59, without an offset\nattempts: Too small: expected number to be >0",
    ],
    [{ lateCap: 50 }, "--late-cap limits what days cost: give --late as a per cent, too"],
    [{ grace: 5 }, "--grace means nothing where lateness costs nothing: give --late, too"],
    [{ title: "合并" }, "id: is lower-case letters, digits and hyphens"],
  ])("%o", (more, message) => {
    expect(() => from(more)).toThrow(new InputError(message));
  });
});

test.each([
  ["Week 1: Coalescing!", "week-1-coalescing"],
  ["Übung – Nr. 2", "ubung-nr-2"],
  ["  (draft) ", "draft"],
])("the id of %j is %s", (title, id) => expect(idFrom(title)).toBe(id));

test.each([
  ["2026-10-08", "2026-10-08T23:59"],
  [" 2026-10-08 21:00 ", "2026-10-08T21:00"],
  ["2026-10-08T21:00:30", "2026-10-08T21:00:30"],
])("the time typed as %j is %s", (typed, time) => expect(localTimeFrom(typed, "23:59")).toBe(time));
