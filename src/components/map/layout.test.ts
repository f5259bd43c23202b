import { describe, expect, test } from "vitest";
import { lessonFiles } from "#browser/lesson-files.ts";
import type { MapLesson } from "./course-graph.ts";
import { COLUMNS, MARGIN, columnsLayout, marginLayout, type PlacedLesson } from "./layout.ts";

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

test("each lesson is in its part's column, below all lessons that lead to it", () => {
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
  ["the course itself", lessonFiles().map(({ id, matter: { part, needs = [] } }) => ({ id, part, needs }))],
])("%s", (_, course) => {
  const layout = columnsLayout(course);
  const boxOf = (id: string): PlacedLesson<MapLesson> => {
    const box = layout.lessons.find(({ lesson }) => lesson.id === id);
    if (box === undefined) throw new Error(`no box is drawn for ${id}`);
    return box;
  };

  test("lines between parts begin and end at the sides of their boxes", () => {
    for (const { from, to, path } of layout.leads.filter(({ kind }) => kind === "need")) {
      const source = boxOf(from);
      const target = boxOf(to);
      const points = pointsOf(path);
      expect(points[0]).toEqual([source.x + COLUMNS.boxWidth, source.y + COLUMNS.boxHeight / 2]);
      expect(points.at(-1)).toEqual([target.x, target.y + COLUMNS.boxHeight / 2]);
    }
  });

  test("no line runs behind a box", () => {
    for (const { path } of layout.leads) {
      const points = pointsOf(path);
      for (const [i, [x, y]] of points.slice(1).entries()) {
        const [fromX, fromY] = points[i]!;
        for (const box of layout.lessons) {
          const beside = Math.max(x, fromX) <= box.x || Math.min(x, fromX) >= box.x + COLUMNS.boxWidth;
          const above = Math.max(y, fromY) <= box.y || Math.min(y, fromY) >= box.y + COLUMNS.boxHeight;
          expect(beside || above, `${path} and ${box.lesson.id}`).toBe(true);
        }
      }
    }
  });

  test("all lines lie within its width and height", () => {
    const points = layout.leads.flatMap(({ path }) => pointsOf(path));
    expect(Math.max(...points.map(([x]) => x))).toBeLessThanOrEqual(layout.width);
    expect(Math.max(...points.map(([, y]) => y))).toBeLessThanOrEqual(layout.height);
  });
});

/** All points of a path; a rounded corner gives the corner itself and the points where its curve begins and ends. */
function pointsOf(path: string): [number, number][] {
  return [...path.matchAll(/(-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?)/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

const { dots, leads, dotX, height } = marginLayout([lesson("1/0"), lesson("1/1"), lesson("2/0", ["1/0"]), lesson("2/1", ["1/1"])]);

test("lessons are below each other in one column, with a heading above each part", () => {
  const { rowHeight, headHeight } = MARGIN;
  expect(dots.map(({ y }) => y)).toEqual([
    headHeight + 0.5 * rowHeight,
    headHeight + 1.5 * rowHeight,
    2 * headHeight + 2.5 * rowHeight,
    2 * headHeight + 3.5 * rowHeight,
  ]);
  expect(height).toBe(2 * headHeight + 4 * rowHeight);
});

test("lines go from dot to dot, and stay within the margin", () => {
  const yOf = new Map(dots.map(({ id, y }) => [id, y]));
  for (const { from, to, kind, path } of leads) {
    expect(path.startsWith(`M${dotX} ${yOf.get(from)}`)).toBe(true);
    expect(path.endsWith(`L${kind === "next" ? dotX : dotX - MARGIN.dotRadius} ${yOf.get(to)}`)).toBe(true);
    expect(Math.min(...path.match(/[ML](-?[\d.]+)/g)!.map((x) => Number(x.slice(1))))).toBeGreaterThanOrEqual(0);
  }
});

test("lines that would meet run on different tracks", () => {
  const [first, second] = leads
    .filter(({ kind }) => kind === "need")
    .map(({ path }) => Math.min(...path.match(/[LQ](-?[\d.]+)/g)!.map((x) => Number(x.slice(1)))));
  expect(first).not.toBe(second);
});
