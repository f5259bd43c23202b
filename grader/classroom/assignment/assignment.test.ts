import { describe, expect, test } from "vitest";
import { instantOf, lateness } from "./lateness.ts";
import { AssignmentInvalid, readAssignment } from "./read-assignment.ts";

const text = (more = "", late = "{ policy: per-day, percent: 10, capPercent: 40, graceMinutes: 15 }") => `schema: coalesce/assignment/v1
id: week-1
title: Coalescing
timeZone: Europe/Berlin
opens: 2026-10-01T08:00
due: 2026-10-24T23:59
closes: 2026-11-05T00:00
late: ${late}
exercises:
  - { id: straight-copy, points: 10 }
  - { id: row-walk, points: 20, checks: { right-place: 1 } }
${more}`;

const problemsOf = (source: string): readonly string[] => {
  try {
    readAssignment(source, "a.yaml");
    return [];
  } catch (error) {
    if (error instanceof AssignmentInvalid) return error.problems;
    throw error;
  }
};

describe("an assignment's file", () => {
  test("is read with its defaults", () => {
    const assignment = readAssignment(text(), "a.yaml");
    expect(assignment.exercises.map(({ id, points, hideChecks }) => [id, points, hideChecks])).toEqual([
      ["straight-copy", 10, []],
      ["row-walk", 20, []],
    ]);
    expect(assignment.attempts).toBeUndefined();
  });

  test.each<[string, string, string]>([
    ["a misspelt field", text("atempts: 3\n"), "a.yaml:12: atempts: is no field of an assignment; is attempts meant?"],
    ["a strange field", text("teacher: Grace\n"), "a.yaml:12: teacher: is no field of an assignment"],
    ["a field in a wrong place", text("percent: 3\n"), "a.yaml:12: percent: does not belong here"],
    ["a field missing", text().replace("title: Coalescing\n", ""), "a.yaml:1: title: is missing"],
    ["a field missing further in", text("  - { points: 1 }\n"), "a.yaml:12: exercises.2.id: is missing"],
    ["a value on the next line", text("secret:\n  short\n"), "a.yaml:12: secret: is too short to be a secret: 12 characters are the least"],
    ["a day that there is not", text().replace("10-24", "10-32"), "a.yaml:6: due: is no day of the calendar, or no time of the clock"],
    [
      "solutions some day",
      text("solutions: some day\n"),
      "a.yaml:12: solutions: is never, or a day and a time such as 2026-10-08T23:59, without an offset",
    ],
    ["solutions before the close", text("solutions: 2026-10-25T00:00\n"), "a.yaml:12: solutions: lies before the last hand-in"],
    ["an exercise twice", text("  - { id: row-walk, points: 1 }\n"), "a.yaml:12: exercises.2.id: row-walk is assigned twice"],
    [
      "no such zone",
      text().replace("Europe/Berlin", "Europe/Atlantis"),
      "a.yaml:4: timeZone: is no time zone; Europe/Berlin or America/New_York is one",
    ],
    ["an offset", text().replace("23:59", "23:59Z"), "a.yaml:6: due: is a day and a time such as 2026-10-08T23:59, without an offset"],
    ["due before it opens", text().replace("2026-10-24", "2026-09-24"), "a.yaml:6: due: lies before the opening"],
    [
      "points below nought",
      text().replace("points: 10", "points: -1"),
      "a.yaml:10: exercises.0.points: Too small: expected number to be >0",
    ],
    ["no YAML", "id: [", "a.yaml:1: Flow sequence in block collection must be sufficiently indented and end with a ]"],
  ])("with %s names the line", (_, source, problem) => {
    expect(problemsOf(source)).toEqual([problem]);
  });
});

describe("lateness", () => {
  const assignment = readAssignment(text(), "a.yaml");
  const at = (local: string) => lateness(assignment, instantOf(local, assignment));

  test.each([
    ["before it opens", "2026-10-01T07:59", { status: "early", daysLate: 0, factor: 0 }],
    ["at the due time", "2026-10-24T23:59", { status: "in-time", daysLate: 0, factor: 1 }],
    ["within the grace", "2026-10-25T00:14", { status: "in-time", daysLate: 0, factor: 1 }],
    ["a minute after the grace", "2026-10-25T00:15", { status: "late", daysLate: 1, factor: 0.9 }],
    ["a day late, over the end of summer time", "2026-10-25T23:59", { status: "late", daysLate: 1, factor: 0.9 }],
    ["in the second day", "2026-10-26T00:00", { status: "late", daysLate: 2, factor: 0.8 }],
    ["at the cap", "2026-11-01T12:00", { status: "late", daysLate: 8, factor: 0.6 }],
    ["after it closed", "2026-11-05T00:01", { status: "closed", daysLate: 12, factor: 0 }],
  ] as const)("%s", (_, local, expected) => {
    expect(at(local)).toEqual({ ...expected, factor: expect.closeTo(expected.factor, 10) });
  });

  test("is free where the policy says so, and fatal where it says that", () => {
    const late = (policy: string) => {
      const other = readAssignment(text("", policy), "a.yaml");
      return lateness(other, instantOf("2026-10-27T12:00", other)).factor;
    };
    expect([late("{ policy: none }"), late("{ policy: zero }")]).toEqual([1, 0]);
  });
});
