import { expect, test } from "vitest";
import { leadsOf, type MapLesson } from "./course-graph.ts";
import { lessonFiles } from "./lesson-files.ts";

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
  ["that there is not", "1-a/07", "which is no lesson"],
  ["that stands later", "2-b/00", "which stands later"],
  ["of its own part", "1-a/00", "of its own part"],
])("a lesson %s cannot be needed", (_, needed, message) => {
  const lessons = course.map((lesson) => (lesson.id === "1-a/01" ? { ...lesson, needs: [needed] } : lesson));
  expect(() => leadsOf(lessons)).toThrow(message);
});

test("the course's own lessons need only earlier ones, and every part but the first is led to", () => {
  const entered = new Set(leadsOf(lessonFiles()).flatMap(({ to, kind }) => (kind === "need" ? [to[0]] : [])));
  expect([...entered].sort()).toEqual(["2", "3", "4", "5"]);
});
