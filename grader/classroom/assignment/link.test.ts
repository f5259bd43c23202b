import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { LinkInvalid, assignmentFromLink, assignmentLink } from "./link.ts";
import { publicAssignmentSchema, publicCopy } from "./public-copy.ts";
import { readAssignment } from "./read-assignment.ts";

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
const hashOf = (link: string) => link.slice(link.indexOf("#"));
const packed = (value: unknown) => `#a=${deflateRawSync(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")}`;

describe("the students' copy", () => {
  test("is the assignment without its secret", () => {
    const copy = publicCopy(assignment);
    expect({ ...copy, secret: assignment.secret }).toEqual(assignment);
    expect(JSON.stringify(copy)).not.toContain("secret");
    expect(publicAssignmentSchema.parse(copy)).toEqual(copy);
  });

  test("with a secret is refused, and says why", () => {
    expect(publicAssignmentSchema.safeParse(assignment).error?.issues[0]?.message).toMatch(/holds the instructor's secret/);
  });

  test("keeps the rules of an assignment", () => {
    const twice = { ...publicCopy(assignment), exercises: [assignment.exercises[0], assignment.exercises[0]] };
    expect(publicAssignmentSchema.safeParse(twice).error?.issues[0]?.message).toBe("straight-copy is assigned twice");
  });
});

describe("the students' link", () => {
  test.each([
    ["https://school.example/course/", "https://school.example/course/assignment/#a="],
    ["https://school.example/course", "https://school.example/course/assignment/#a="],
    ["https://school.example", "https://school.example/assignment/#a="],
    ["http://localhost:4321/base/?from=mail#top", "http://localhost:4321/base/assignment/#a="],
  ])("of a course at %s leads there and back", async (course, start) => {
    const link = await assignmentLink(publicCopy(assignment), course);
    expect(link.slice(0, start.length)).toBe(start);
    expect(link.slice(start.length)).toMatch(/^[\w-]+$/);
    expect(await assignmentFromLink(hashOf(link))).toEqual(publicCopy(assignment));
  });

  test("is short enough for mail and chat", async () => {
    const many = {
      ...publicCopy(assignment),
      exercises: Array.from({ length: 12 }, (_, i) => ({ id: `exercise-${i}`, points: 10, hideChecks: [] })),
    };
    expect((await assignmentLink(many, "https://school.example")).length).toBeLessThan(800);
  });

  test.each<[string, () => Promise<string> | string, RegExp]>([
    ["nothing", () => "", /names no assignment/],
    ["another fragment", () => "#summary", /names no assignment/],
    ["an empty text", () => "#a=", /incomplete or was altered/],
    ["characters that no link has", () => "#a=%%%", /incomplete or was altered/],
    [
      "half a link",
      async () => hashOf(await assignmentLink(publicCopy(assignment), "https://a.example")).slice(0, 60),
      /incomplete or was altered/,
    ],
    ["no JSON", () => packed("{"), /incomplete or was altered/],
    ["a text that unpacks without end", () => packed("0".repeat(5_000_000)), /incomplete or was altered/],
    ["a secret", () => packed(assignment), /holds the instructor's secret/],
    ["no assignment", () => packed({ schema: "coalesce/assignment/v1" }), /is not in order/],
  ])("with %s is refused", async (_, hash, message) => {
    const outcome = assignmentFromLink(await hash());
    await expect(outcome).rejects.toThrow(LinkInvalid);
    await expect(outcome).rejects.toThrow(message);
  });
});
