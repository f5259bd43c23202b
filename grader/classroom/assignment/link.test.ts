import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { LinkInvalid, assignmentFromLink, assignmentLink } from "./link.ts";
import { publicCopy } from "./assignment.ts";
import { exampleAssignment as assignment } from "#testing/example-assignment.ts";

const hashOf = (link: string) => link.slice(link.indexOf("#"));
const packed = (value: unknown) => `#a=${deflateRawSync(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")}`;

const withExercises = (count: number, changes: object) => ({
  ...publicCopy(assignment),
  exercises: Array.from({ length: count }, (_, i) => ({ id: `e${i}`, points: 1, ...changes })),
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
    ["no fragment", () => "", /names no assignment/],
    ["another fragment", () => "#summary", /names no assignment/],
    ["an empty text", () => "#a=", /incomplete or was altered/],
    ["characters that a link never has", () => "#a=%%%", /incomplete or was altered/],
    [
      "half of a link",
      async () => hashOf(await assignmentLink(publicCopy(assignment), "https://a.example")).slice(0, 60),
      /incomplete or was altered/,
    ],
    ["invalid JSON", () => packed("{"), /incomplete or was altered/],
    ["a text that unpacks to megabytes", () => packed("0".repeat(5_000_000)), /holds more than one megabyte/],
    ["a secret", () => packed(assignment), /holds the instructor's secret/],
    ["25,000 exercises", () => packed(withExercises(25_000, {})), /exercises/],
    ["25,000 problems", () => packed(withExercises(25_000, { points: -1 })), /exercises/],
    ["an invalid assignment", () => packed({ schema: "coalesce/assignment/v1" }), /is not in order/],
  ])("with %s is refused", async (_, hash, message) => {
    const outcome = assignmentFromLink(await hash());
    await expect(outcome).rejects.toThrow(LinkInvalid);
    await expect(outcome).rejects.toThrow(message);
    await expect(outcome.catch((error: Error) => error.message.length)).resolves.toBeLessThan(1_000);
  });
});
