import { describe, expect, test } from "vitest";
import { readAssignment } from "./assignment-file.ts";
import { publicAssignmentSchema, publicCopy } from "./assignment.ts";

const assignment = readAssignment(
  `schema: coalesce/assignment/v1
id: week-1
title: Żółw & "Übung" – 合并访问
timeZone: Europe/Berlin
due: 2026-10-24T23:59
late: { policy: per-day, percent: 10 }
secret: nobody-is-to-know-this
exercises:
  - { id: straight-copy, points: 10, hideChecks: [in-bounds] }
  - { id: row-walk, points: 20, checks: { read-sectors: 1 } }
`,
  "a.yaml",
);

describe("the students' copy", () => {
  test("is the assignment without its secret", () => {
    const copy = publicCopy(assignment);
    expect({ ...copy, secret: assignment.secret }).toEqual(assignment);
    expect(JSON.stringify(copy)).not.toContain("secret");
    expect(publicAssignmentSchema.parse(copy)).toEqual(copy);
  });

  test("is refused with the reason if it has a secret", () => {
    expect(publicAssignmentSchema.safeParse(assignment).error?.issues[0]?.message).toMatch(/holds the instructor's secret/);
  });

  test("is checked like an assignment", () => {
    const twice = { ...publicCopy(assignment), exercises: [...assignment.exercises, ...assignment.exercises.slice(0, 1)] };
    expect(publicAssignmentSchema.safeParse(twice).error?.issues[0]?.message).toBe("straight-copy is assigned twice");
  });
});
