import { expect, test } from "vitest";
import { publicAssignmentSchema } from "#classroom/assignment/assignment.ts";
import { takingPlaceOf, type KeptAssignment } from "./kept-assignments.ts";

const kept = (title: string, openedAt = 0): KeptAssignment => ({
  assignment: publicAssignmentSchema.parse({
    schema: "coalesce/assignment/v1",
    id: "week-1",
    title,
    timeZone: "Europe/Berlin",
    due: "2026-10-20T23:59",
    exercises: [{ id: "straight-copy", points: 10 }],
  }),
  openedAt,
});

test("a first copy is kept as it is", () => {
  expect(takingPlaceOf(undefined, kept("A"))).toEqual(kept("A"));
});

test("the same copy again is only opened later", () => {
  expect(takingPlaceOf(kept("A"), kept("A", 1))).toEqual(kept("A", 1));
});

test("another copy keeps the former one beside it, and so does opening it again", () => {
  const corrected = takingPlaceOf(kept("A"), kept("B", 1));
  expect(corrected).toEqual({ ...kept("B", 1), former: kept("A").assignment });
  expect(takingPlaceOf(corrected, kept("B", 2))).toEqual({ ...kept("B", 2), former: kept("A").assignment });
});

test("going back changes places", () => {
  const corrected = takingPlaceOf(kept("A"), kept("B", 1));
  expect(takingPlaceOf(corrected, kept("A", 2))).toEqual({ ...kept("A", 2), former: kept("B").assignment });
});
