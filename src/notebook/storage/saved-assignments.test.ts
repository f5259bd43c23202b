import { expect, test } from "vitest";
import { publicAssignmentSchema } from "#classroom/assignment/assignment.ts";
import { replacing, type SavedAssignment } from "./saved-assignments.ts";

const saved = (title: string, openedAt = 0): SavedAssignment => ({
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

test("a first copy is saved as it is", () => {
  expect(replacing(undefined, saved("A"))).toEqual(saved("A"));
});

test("opening the same copy again changes only the time", () => {
  expect(replacing(saved("A"), saved("A", 1))).toEqual(saved("A", 1));
});

test("a different copy keeps the former one, also when it is opened again", () => {
  const corrected = replacing(saved("A"), saved("B", 1));
  expect(corrected).toEqual({ ...saved("B", 1), former: saved("A").assignment });
  expect(replacing(corrected, saved("B", 2))).toEqual({ ...saved("B", 2), former: saved("A").assignment });
});

test("going back swaps the two copies", () => {
  const corrected = replacing(saved("A"), saved("B", 1));
  expect(replacing(corrected, saved("A", 2))).toEqual({ ...saved("A", 2), former: saved("B").assignment });
});

test("the key of the solutions makes no other copy, and stays when the first link is opened again", () => {
  const { assignment } = saved("A");
  const withKey = { ...saved("A", 1), assignment: { ...assignment, solutionsKey: "k".repeat(43) } };
  expect(replacing(saved("A"), withKey)).toEqual(withKey);
  expect(replacing(withKey, saved("A", 2))).toEqual({ ...withKey, openedAt: 2 });
});
