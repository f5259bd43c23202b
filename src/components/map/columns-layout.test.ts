import { describe, expect, test } from "vitest";
import { COLUMNS, columnsLayout } from "./columns-layout.ts";
import type { MapLesson } from "./course-graph.ts";
import { lessonFiles } from "./lesson-files.ts";

const lesson = (id: string, needs: string[] = []): MapLesson => ({ id, part: Number(id[0]), needs });
const small = [
  lesson("1/0"),
  lesson("1/1"),
  lesson("1/2"),
  lesson("2/0", ["1/1"]),
  lesson("2/1", ["1/0"]),
  lesson("3/0", ["1/0", "1/1"]),
  lesson("3/1", ["2/1"]),
];

test("each lesson stands in its part's column, below all that lead to it", () => {
  expect(columnsLayout(small).lessons.map(({ lesson, row, x }) => [lesson.id, row, x / COLUMNS.columnPitch])).toEqual([
    ["1/0", 0, 0],
    ["1/1", 1, 0],
    ["1/2", 2, 0],
    ["2/0", 2, 1],
    ["2/1", 3, 1],
    ["3/0", 2, 2],
    ["3/1", 4, 2],
  ]);
});

describe.each([
  ["a small course", small],
  ["the course itself", lessonFiles()],
])("%s", (_, course) => {
  const layout = columnsLayout(course);
  const boxes = new Map(layout.lessons.map((box) => [box.lesson.id, box]));

  test("lines between parts begin and end at the sides of their boxes", () => {
    for (const { from, to, path } of layout.leads.filter(({ kind }) => kind === "need")) {
      const [source, target] = [boxes.get(from)!, boxes.get(to)!];
      const points = pointsOf(path);
      expect(points[0]).toEqual([source.x + COLUMNS.boxWidth, source.y + COLUMNS.boxHeight / 2]);
      expect(points.at(-1)).toEqual([target.x, target.y + COLUMNS.boxHeight / 2]);
    }
  });

  test("no line runs behind a box", () => {
    for (const { path } of layout.leads) {
      const points = pointsOf(path);
      for (const [i, [x, y]] of points.slice(1).entries()) {
        const [fromX, fromY] = points[i];
        for (const box of boxes.values()) {
          const beside = Math.max(x, fromX) <= box.x || Math.min(x, fromX) >= box.x + COLUMNS.boxWidth;
          const above = Math.max(y, fromY) <= box.y || Math.min(y, fromY) >= box.y + COLUMNS.boxHeight;
          expect(beside || above, `${path} and ${box.lesson.id}`).toBe(true);
        }
      }
    }
  });

  test("all of it lies within its width and height", () => {
    const points = layout.leads.flatMap(({ path }) => pointsOf(path));
    expect(Math.max(...points.map(([x]) => x))).toBeLessThanOrEqual(layout.width);
    expect(Math.max(...points.map(([, y]) => y))).toBeLessThanOrEqual(layout.height);
  });
});

/** All points of a path; a rounded corner gives the corner itself and the points where its curve begins and ends. */
function pointsOf(path: string): [number, number][] {
  const numbers = (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  return Array.from({ length: numbers.length / 2 }, (_, i) => [numbers[2 * i], numbers[2 * i + 1]]);
}
