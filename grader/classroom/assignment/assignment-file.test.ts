import { describe, expect, test } from "vitest";
import { AssignmentInvalid, assignmentJsonSchema, assignmentYaml, fieldNames, readAssignment } from "./assignment-file.ts";
import { assignmentSchema, publicAssignmentSchema, publicCopy, type Assignment } from "./assignment.ts";

const text = `schema: coalesce/assignment/v1
id: week-1
title: Coalescing
timeZone: Europe/Berlin
opens: 2026-10-01T08:00
due: 2026-10-24T23:59
closes: 2026-11-05T00:00
late: { policy: per-day, percent: 10, capPercent: 40, graceMinutes: 15 }
exercises:
  - { id: straight-copy, points: 10 }
  - { id: row-walk, points: 20, checks: { right-place: 1 } }
`;

/** The same with exercises of equal points, and a secret. */
const equal = text.replace("points: 20", "points: 10").replace("exercises:", "secret: of enough letters\nexercises:");

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
    const assignment = readAssignment(text, "a.yaml");
    expect(assignment.exercises.map(({ id, points, hideChecks }) => [id, points, hideChecks])).toEqual([
      ["straight-copy", 10, []],
      ["row-walk", 20, []],
    ]);
    expect(assignment.attempts).toBeUndefined();
  });

  test.each<[string, string, string]>([
    ["a misspelt field", text + "atempts: 3\n", "a.yaml:12: atempts: isn't a field of an assignment; did you mean attempts?"],
    ["an unknown field", text + "teacher: Grace\n", "a.yaml:12: teacher: isn't a field of an assignment"],
    ["a misplaced field", text + "percent: 3\n", "a.yaml:12: percent: does not belong here"],
    ["a missing field", text.replace("title: Coalescing\n", ""), "a.yaml:1: title: is missing"],
    ["a missing nested field", text + "  - { points: 1 }\n", "a.yaml:12: exercises.2.id: is missing"],
    ["a value on the next line", text + "secret:\n  short\n", "a.yaml:12: secret: is too short to be a secret: use at least 12 characters"],
    ["more exercises drawn than there are", equal + "draw: 9\n", "a.yaml:13: draw: is more than the 2 exercises that there are"],
    ["a draw without a secret", equal.replace(/secret.*\n/, "") + "draw: 1\n", "a.yaml:12: draw: needs a secret to draw from"],
    [
      "a draw among unequal exercises",
      text + "draw: 1\nsecret: of enough letters\n",
      "a.yaml:11: exercises.1.points: differs from the 10 of straight-copy: with draw, a student’s exercises are to be worth as much as anybody’s",
    ],
    ["a day that does not exist", text.replace("10-24", "10-32"), "a.yaml:6: due: isn't a valid date and time"],
    [
      "solutions some day",
      text + "solutions: some day\n",
      "a.yaml:12: solutions: is never, or a day and a time such as 2026-10-08T23:59, without an offset",
    ],
    ["solutions before the close", text + "solutions: 2026-10-25T00:00\n", "a.yaml:12: solutions: lies before the last hand-in"],
    ["an exercise twice", text + "  - { id: row-walk, points: 1 }\n", "a.yaml:12: exercises.2.id: row-walk is assigned twice"],
    [
      "an unknown time zone",
      text.replace("Europe/Berlin", "Europe/Atlantis"),
      "a.yaml:4: timeZone: isn't a time zone; Europe/Berlin or America/New_York is one",
    ],
    ["an offset", text.replace("23:59", "23:59Z"), "a.yaml:6: due: is a day and a time such as 2026-10-08T23:59, without an offset"],
    ["due before it opens", text.replace("2026-10-24", "2026-09-24"), "a.yaml:6: due: lies before the opening"],
    ["negative points", text.replace("points: 10", "points: -1"), "a.yaml:10: exercises.0.points: Too small: expected number to be >0"],
    ["invalid YAML", "id: [", "a.yaml:1: Flow sequence in block collection must be sufficiently indented and end with a ]"],
  ])("with %s names the line", (_, source, problem) => {
    expect(problemsOf(source)).toEqual([problem]);
  });
});

const required = {
  schema: "coalesce/assignment/v1",
  id: "week-1",
  title: "Coalescing",
  timeZone: "Europe/Berlin",
  due: "2026-10-24T23:59",
  exercises: [{ id: "straight-copy", points: 10 }],
};

const assignments: [string, object][] = [
  ["with the required fields only", required],
  ["with a title that YAML would take for something else", { ...required, title: "yes: #1 { 'a' }\nnext" }],
  ["with an id that looks like a number", { ...required, id: "2026", secret: "123456789012" }],
  [
    "with all fields",
    {
      ...required,
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

  test("is written with comments on what its fields mean and which were left out", () => {
    expect(assignmentYaml(publicCopy(assignmentSchema.parse(required)), "For students.")).toMatchInlineSnapshot(`
      "# For students.


      # The format of this file.
      schema: coalesce/assignment/v1

      # What hand-ins name the assignment by: lower-case letters, digits and hyphens. Do not change it once students have the link.
      id: week-1

      # What students read.
      title: Coalescing

      # The time zone of all times in this file.
      timeZone: Europe/Berlin

      # When it is due.
      due: 2026-10-24T23:59

      # What lateness costs: policy none, zero, or per-day with a percent.
      late: { policy: none }

      # How many cases that no student has seen each answer is judged on as well, one draw per exercise, the same for the whole class.
      hiddenCases: 3

      # From when on feedback shows the solutions: a time, or never.
      solutions: never

      # The exercises, in the order in which students see them, each with what it is worth.
      exercises:
        - { id: straight-copy, points: 10 }

      # course: The address at which students read the course: links to it and in the feedback begin with it.
      # opens: When students may begin; at once where it is left out.
      # closes: When nothing is accepted any more; never where it is left out.
      # attempts: How many hand-ins a student has; any number where it is left out.
      # resubmission: Which hand-in counts of several: the last one as a whole, which is so where it is left out; of each exercise the last answer (per-exercise); or of each exercise the answer that scores most (best).
      # languages: Languages that answers may be written in: typescript, which is so where it is left out, and cuda, functions in CUDA C++ for the holes of an exercise's kernel.
      # personalCases: How many cases of their own each student's answers are judged on as well, which no other student has. With a roster, coalesce assignment link makes a link for each student, whose page then shows them. None where it is left out.
      # draw: How many of the exercises each student gets, drawn anew for each; all exercises have the same points then. With a roster, coalesce assignment link makes a link for each student, with theirs. All of them where it is left out.
      # withhold: What the exercises' pages keep back from students while they work on it: the solutions, where it is left out; solutions and hints; or nothing, [].
      # withholdUntil: Until when; until the last hand-in is accepted (closes, or else due) where it is left out.
      "
    `);
  });

  test("without a secret is the students' copy", () => {
    const copy = publicCopy(assignmentSchema.parse({ ...required, secret: "nobody-is-to-know" }));
    const text = assignmentYaml(copy, "For students.");
    expect(text).not.toContain("secret");
    expect(publicAssignmentSchema.parse(readAssignment(text, "a.yaml"))).toEqual(copy);
  });
});

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly description?: string;
  readonly items?: Node;
  readonly oneOf?: readonly Node[];
}

const fieldsOf = ({ properties = {}, items, oneOf = [] }: Node): [string, Node][] => [
  ...Object.entries(properties).flatMap(([name, node]) => [[name, node] as [string, Node], ...fieldsOf(node)]),
  ...(items ? fieldsOf(items) : []),
  ...oneOf.flatMap(fieldsOf),
];

test("every field is described", () => {
  const fields = fieldsOf(assignmentJsonSchema() as Node);
  expect(fields.map(([name]) => name)).toEqual(expect.arrayContaining(["id", "late", "percent", "hideChecks", "solutions"]));
  expect(fields.filter(([, { description }]) => !description)).toEqual([]);
});

test("fields with a default may be left out", () => {
  expect((assignmentJsonSchema() as { required: string[] }).required).toEqual(["schema", "id", "title", "timeZone", "due", "exercises"]);
});

test("field names include those of nested fields", () => {
  expect(fieldNames()).toEqual(expect.arrayContaining(["attempts", "capPercent", "hideChecks"]));
});
