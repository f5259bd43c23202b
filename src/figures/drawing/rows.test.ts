import { expect, test } from "vitest";
import { withGaps } from "./rows.ts";

test.each([
  ["neighbours have no gap", [0, 1, 2], [0, 1, 2]],
  ["one row left out", [0, 2], [0, { rows: 1 }, 2]],
  ["many rows left out", [3, 100], [3, { rows: 96 }, 100]],
  ["nothing", [], []],
])("%s", (_, numbers, expected) => {
  const rows = withGaps(numbers.map((number) => ({ kind: "line" as const, number })));
  expect(rows.map((row) => (row.kind === "gap" ? { rows: row.rows } : row.number))).toEqual(expected);
});
