import { describe, expect, test } from "vitest";
import { assignmentSchema, type Assignment } from "./assignment.ts";
import { publicAssignmentSchema, publicCopy } from "./public-copy.ts";
import { readAssignment } from "./read-assignment.ts";
import { assignmentYaml } from "./write-assignment.ts";

const least = {
  schema: "coalesce/assignment/v1",
  id: "week-1",
  title: "Coalescing",
  timeZone: "Europe/Berlin",
  due: "2026-10-24T23:59",
  exercises: [{ id: "straight-copy", points: 10 }],
};

const assignments: [string, object][] = [
  ["of the least", least],
  ["with a title that YAML would take for something else", { ...least, title: "yes: #1 { 'a' }\nnext" }],
  ["with an id that looks like a number", { ...least, id: "2026", secret: "123456789012" }],
  [
    "of everything",
    {
      ...least,
      opens: "2026-10-01T08:00",
      closes: "2026-11-01T00:00",
      late: { policy: "per-day", percent: 12.5, capPercent: 50, graceMinutes: 15 },
      attempts: 3,
      hiddenCases: 5,
      secret: "nobody-is-to-know",
      solutions: "2026-11-02T00:00",
      exercises: [{ id: "row-walk", points: 0.5, checks: { "read-sectors": 2 }, hideChecks: ["in-bounds"] }],
    },
  ],
];

describe("an assignment", () => {
  test.each(assignments)("%s reads back from the file that was written", (_, fields) => {
    const assignment: Assignment = assignmentSchema.parse(fields);
    expect(readAssignment(assignmentYaml(assignment, "Heading,\nof two lines."), "a.yaml")).toEqual(assignment);
  });

  test("stands with what its fields mean, and what was left out", () => {
    expect(assignmentYaml(publicCopy(assignmentSchema.parse(least)), "For students.")).toMatchInlineSnapshot(`
      "# For students.


      # The format of this file.
      schema: coalesce/assignment/v1

      # What hand-ins name the assignment by: lower-case letters, digits and hyphens. Do not change it once students have the link.
      id: week-1

      # What students read.
      title: Coalescing

      # The time zone of all times in this file.
      timeZone: Europe/Berlin

      # When it is to be handed in.
      due: 2026-10-24T23:59

      # What lateness costs: policy none, zero, or per-day with a percent.
      late: { policy: none }

      # How many cases that no student has seen each answer is judged on as well, one draw an exercise for the whole class.
      hiddenCases: 3

      # From when on feedback shows the solutions: a time, or never.
      solutions: never

      # The exercises, in the order in which students see them, each with what it is worth.
      exercises:
        - { id: straight-copy, points: 10 }

      # opens: When students may begin; at once where it is left out.
      # closes: When nothing is accepted any more; never where it is left out.
      # attempts: How many hand-ins a student has; any number where it is left out. The last one counts.
      "
    `);
  });

  test("without a secret is the students' copy", () => {
    const copy = publicCopy(assignmentSchema.parse({ ...least, secret: "nobody-is-to-know" }));
    const text = assignmentYaml(copy, "For students.");
    expect(text).not.toContain("secret");
    expect(publicAssignmentSchema.parse(readAssignment(text, "a.yaml"))).toEqual(copy);
  });
});
