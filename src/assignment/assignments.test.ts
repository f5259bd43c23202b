import { expect, test } from "vitest";
import { assignmentFromFile, FileInvalid } from "./assignments.ts";

const copy = `schema: coalesce/assignment/v1
id: week-1
title: Coalescing
timeZone: Europe/Berlin
due: 2026-10-24T23:59
exercises:
  - { id: straight-copy, points: 10 }
`;

test("a public copy is read, with its defaults filled in", async () => {
  const { id, exercises, late } = await assignmentFromFile(copy, "week-1.public.yaml");
  expect([id, exercises[0]?.points, late]).toEqual(["week-1", 10, { policy: "none" }]);
});

test.each([
  ["the instructor's file", `${copy}secret: correct horse battery staple\n`, /^a\.yaml is the instructor's own file/],
  ["an assignment with a gap", copy.replace("title: Coalescing\n", ""), /^a\.yaml is not a public copy of an assignment\.\n[^]*title/],
  ["another file", "just a sentence", /^a\.yaml is not a public copy/],
  ["no YAML", "id: [", /^a\.yaml cannot be read: /],
])("%s is refused, and the message says why", async (_, text, message) => {
  const refused = assignmentFromFile(text, "a.yaml");
  await expect(refused).rejects.toThrow(FileInvalid);
  await expect(refused).rejects.toThrow(message);
});
