import { describe, expect, test } from "vitest";
import type { Adjustment } from "../grading/adjustments.ts";
import { readAssignment } from "../assignment/assignment-file.ts";
import { groupDecisions, readMetadata } from "./gradescope.ts";

const assignment = (more = "") =>
  readAssignment(
    `schema: coalesce/assignment/v1
id: week-1
title: Week 1
timeZone: Europe/Berlin
due: 2026-10-08T23:59
${more}exercises: [{ id: row-walk, points: 10 }]
`,
    "week-1.yaml",
  );

const ada: Adjustment = { student: "ada", due: "2026-10-12T23:59" };
const bob: Adjustment = { student: "bob", due: "2026-10-10T23:59" };

describe("decisions for the members of a group", () => {
  test.each<[string, readonly string[], readonly Adjustment[], object]>([
    ["one who hands in alone has their own", ["ada"], [ada, bob], { adjustments: [ada], left: [] }],
    ["the first member has the extension", ["ada", "cem"], [ada, bob], { adjustments: [{ student: "ada", due: ada.due }] }],
    ["another member has it", ["cem", "ada"], [ada, bob], { adjustments: [{ student: "cem", due: ada.due }] }],
    ["two have one: the later is the group's", ["bob", "ada"], [ada, bob], { adjustments: [{ student: "bob", due: ada.due }] }],
    ["nobody has one", ["cem", "dan"], [ada, bob], { adjustments: [{ student: "cem", due: "2026-10-08T23:59" }] }],
    [
      "of a date that is earlier than the class's, the class's stays for the others",
      ["eve", "cem"],
      [{ student: "eve", due: "2026-10-01T23:59" }],
      { adjustments: [{ student: "eve", due: "2026-10-08T23:59" }] },
    ],
    [
      "points and excuses stay with whom they are for, who is named",
      ["cem", "dan", "eve"],
      [
        { student: "cem", points: 7 },
        { student: "eve", exercise: "row-walk", excused: true },
      ],
      { adjustments: [{ student: "cem", due: "2026-10-08T23:59" }], left: ["cem", "eve"] },
    ],
  ])("%s", (_, ids, all, expected) => expect(groupDecisions(ids, all, assignment())).toMatchObject(expected));

  test("the group opens when the first of its members does", () => {
    const early = [{ student: "ada", opens: "2026-10-01T08:00" }];
    const opensOf = (more: string) => groupDecisions(["bob", "ada"], early, assignment(more)).adjustments[0]?.opens;
    expect(opensOf("opens: 2026-10-05T08:00\n")).toBe("2026-10-01T08:00");
    expect(opensOf("opens: 2026-09-05T08:00\n")).toBe("2026-09-05T08:00");
    expect(opensOf("")).toBeUndefined();
  });
});

test("Gradescope's metadata names all who handed in together", () => {
  // gradescope-autograders.readthedocs.io, "Submission metadata": "Multiple users will be listed in the case of group submissions".
  const users = [
    { id: 1234, email: "ada@school.example", name: "Ada" },
    { id: 1235, email: "", name: "Bob" },
  ];
  expect(readMetadata(JSON.stringify({ created_at: "2018-07-01T14:22:32.365935-07:00", users }), "m.json")).toEqual({
    students: [
      { id: "ada@school.example", name: "Ada" },
      { id: "1235", name: "Bob" },
    ],
    receivedAt: Date.UTC(2018, 6, 1, 21, 22, 32, 365),
  });
});
