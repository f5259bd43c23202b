import { expect, test } from "vitest";
import { placeRows, rowHeight, withGaps } from "./rows.ts";

test.each([
  ["neighbours have no gap", [0, 1, 2], [0, 1, 2]],
  ["one row left out", [0, 2], [0, { rows: 1 }, 2]],
  ["many rows left out", [3, 100], [3, { rows: 96 }, 100]],
  ["nothing", [], []],
])("%s", (_, numbers, expected) => {
  const rows = withGaps(numbers.map((number) => ({ kind: "line" as const, number })));
  expect(rows.map((row) => (row.kind === "gap" ? { rows: row.rows } : row.number))).toEqual(expected);
});

test("rows are stacked with a distance between them", () => {
  const { rows, bottom } = placeRows([{ lines: 2 }, { lines: 1 }], { top: 10, between: 4, heightOf: ({ lines }) => lines * 8 });
  expect(rows).toEqual([
    { lines: 2, y: 10, height: 16 },
    { lines: 1, y: 30, height: 8 },
  ]);
  expect(bottom).toBe(42);
});

test.each([
  ["a few have the maximum height", 2, 22],
  ["more share the page", 16, 12],
  ["many have the minimum height", 100, 10],
  ["no rows: no division by zero", 0, 22],
])("rows of a page: %s", (_, rows, height) => {
  expect(rowHeight(rows, { page: 256, between: 4, tallest: 22, lowest: 10 })).toBe(height);
});
