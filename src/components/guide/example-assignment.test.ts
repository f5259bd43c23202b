import { describe, expect, it } from "vitest";
import { checkAgainstCourse } from "#classroom/assignment/assigned-course.ts";
import { readExerciseFolder } from "#kit/folder.ts";
import { exampleAssignment, lateRows } from "./example-assignment.ts";

describe("the example of the guide", () => {
  it("fits the course", async () => {
    const folders = await Promise.all(exampleAssignment.exercises.map(({ id }) => readExerciseFolder(id)));
    const course = new Map(folders.map(({ exercise }) => [exercise.id, exercise]));
    expect(checkAgainstCourse(exampleAssignment, course)).toEqual([]);
  });

  it("shows every status that a hand-in can have", () => {
    expect(new Set(lateRows().map(({ perDay }) => perDay.status))).toEqual(new Set(["early", "in-time", "late", "closed"]));
    const factors = lateRows().map(({ perDay, zero, none }) => [perDay, zero, none].map(({ factor }) => factor));
    expect(factors).toContainEqual([1, 1, 1]);
    expect(factors).toContainEqual([0.9, 0, 1]);
    expect(factors).toContainEqual([0.7, 0, 1]);
  });
});
