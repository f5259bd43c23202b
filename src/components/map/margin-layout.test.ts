import { expect, test } from "vitest";
import type { MapLesson } from "./course-graph.ts";
import { MARGIN, marginLayout } from "./margin-layout.ts";

const lesson = (id: string, needs: string[] = []): MapLesson => ({ id, part: Number(id[0]), needs });
const { dots, leads, dotX, height } = marginLayout([lesson("1/0"), lesson("1/1"), lesson("2/0", ["1/0"]), lesson("2/1", ["1/1"])]);

test("lessons stand below each other, a heading above each part", () => {
  const { rowHeight, headHeight } = MARGIN;
  expect(dots.map(({ y }) => y)).toEqual([
    headHeight + 0.5 * rowHeight,
    headHeight + 1.5 * rowHeight,
    2 * headHeight + 2.5 * rowHeight,
    2 * headHeight + 3.5 * rowHeight,
  ]);
  expect(height).toBe(2 * headHeight + 4 * rowHeight);
});

test("lines go from dot to dot, and never leave the margin", () => {
  const yOf = new Map(dots.map(({ id, y }) => [id, y]));
  for (const { from, to, kind, path } of leads) {
    expect(path.startsWith(`M${dotX} ${yOf.get(from)}`)).toBe(true);
    expect(path.endsWith(`L${kind === "next" ? dotX : dotX - MARGIN.dotRadius} ${yOf.get(to)}`)).toBe(true);
    expect(Math.min(...path.match(/[ML](-?[\d.]+)/g)!.map((x) => Number(x.slice(1))))).toBeGreaterThanOrEqual(0);
  }
});

test("lines that meet run on different tracks", () => {
  const [first, second] = leads
    .filter(({ kind }) => kind === "need")
    .map(({ path }) => Math.min(...path.match(/[LQ](-?[\d.]+)/g)!.map((x) => Number(x.slice(1)))));
  expect(first).not.toBe(second);
});
