import { describe, expect, test } from "vitest";
import { publicAssignmentSchema, publicCopy } from "./assignment.ts";
import { exampleAssignment as assignment } from "#testing/example-assignment.ts";

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
