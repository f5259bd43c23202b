import { expect, it } from "vitest";
import type { LayoutTable } from "#simulator";
import { columnBanks, layoutLines } from "./layout-lines.ts";

const halves = { rows: 16, columns: 64, bytesPerElement: 2, together: 8 } as const;

function tableOf(offset: (row: number, column: number) => number, base?: number): LayoutTable {
  const offsets = Array.from({ length: 128 }, (_, piece) => offset(Math.floor(piece / 8), (piece % 8) * 8));
  return { ...halves, offsets, ...(base !== undefined && { base }) };
}

it("a line has what lies in 128 bytes, from the first bank on", () => {
  const { lines, cellsPerLine, isCut } = layoutLines(tableOf((row, column) => row * 64 + (column ^ (8 * (row % 8)))));
  expect([cellsPerLine, lines.length, isCut]).toEqual([8, 16, false]);
  expect(lines[1]?.cells.map(([place]) => place?.column)).toEqual([8, 0, 24, 16, 40, 32, 56, 48]);
  expect(lines.every(({ cells }, row) => cells.every((places) => places.length === 1 && places[0]?.row === row))).toBe(true);
});

it("padding leaves cells empty, places on each other share one, and a tile begins at its base", () => {
  const padded = layoutLines(tableOf((row, column) => row * 72 + column));
  expect(padded.isCut).toBe(true);
  expect(padded.lines[1]?.cells.map((places) => places.length)).toEqual([0, 1, 1, 1, 1, 1, 1, 1]);
  expect(layoutLines(tableOf((_, column) => column)).lines[0]?.cells[0]?.map(({ row }) => row)).toEqual(
    Array.from({ length: 16 }, (_, row) => row),
  );
  expect(layoutLines(tableOf((row, column) => 192 + row * 64 + column, 192)).lines[0]).toMatchObject({
    firstByte: 384,
    cells: [[{ row: 0, column: 0 }], [{ row: 0, column: 8 }], {}, {}, {}, {}, {}, {}],
  });
});

it.each<[string, (row: number, column: number) => number, number]>([
  ["a layout with a place for each", (row, column) => row * 72 + column, 0],
  ["two rows that lie on each other", (row, column) => (row === 15 ? 0 : row) * 64 + column, 8],
  ["all rows in one, also where no line is drawn", (_, column) => 2048 + column, 8],
])("counts the cells of %s", (_, offset, overlaps) => expect(layoutLines(tableOf(offset)).overlaps).toBe(overlaps));

it("says in which banks a column begins", () => {
  expect(
    columnBanks(
      tableOf((row, column) => row * 64 + column),
      8,
    ),
  ).toBe("Column 8 of rows 0 to 7 begins in one bank: 4, 4, 4, 4, 4, 4, 4, 4.");
  expect(
    columnBanks(
      tableOf((row, column) => row * 72 + column),
      0,
    ),
  ).toBe("Column 0 of rows 0 to 7 begins in 8 different banks: 0, 4, 8, 12, 16, 20, 24, 28.");
});
