import { expect, test } from "vitest";
import { lessonFiles } from "#browser/lesson-files.ts";
import { leadsOf, type MapLesson } from "./course-graph.ts";

const course: readonly MapLesson[] = [
  { id: "1-a/00", part: 1, needs: [] },
  { id: "1-a/01", part: 1, needs: [] },
  { id: "2-b/00", part: 2, needs: ["1-a/01"] },
];

test("a lesson leads to the next of its part, and to those that need it", () => {
  expect(leadsOf(course)).toEqual([
    { from: "1-a/00", to: "1-a/01", kind: "next" },
    { from: "1-a/01", to: "2-b/00", kind: "need" },
  ]);
});

test.each([
  ["that does not exist", "1-a/07", "which isn't a lesson"],
  ["that comes later", "2-b/00", "which comes later"],
  ["of the same part", "1-a/00", "of the same part"],
])("a lesson %s cannot be needed", (_, needed, message) => {
  const lessons = course.map((lesson) => (lesson.id === "1-a/01" ? { ...lesson, needs: [needed] } : lesson));
  expect(() => leadsOf(lessons)).toThrow(message);
});

test("the course's lessons need only earlier ones, and every part but the first needs a lesson of another part", () => {
  const lessons = lessonFiles().map(({ id, matter: { part, needs = [] } }) => ({ id, part, needs }));
  const entered = new Set(leadsOf(lessons).flatMap(({ to, kind }) => (kind === "need" ? [to[0]] : [])));
  expect([...entered].sort()).toEqual(["2", "3", "4", "5", "6"]);
});
