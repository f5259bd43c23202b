import { expect, test } from "vitest";
import { dataTable, groupHeads, piecesOf, singleColumns, type Cell } from "./data-table.ts";

const rows = [{ stride: 2, lines: 2, sectors: 8 }];
const stride = { head: "Stride", cell: (row: { stride: number }) => row.stride };
const lines = { head: "lines", cell: (row: { lines: number }) => row.lines };
const sectors = { head: "sectors", cell: (row: { sectors: number }) => row.sectors };
const table = { label: "Strides", caption: "One request.", rows };

test("columns without groups have one row of heads", () => {
  expect(groupHeads(dataTable({ ...table, columns: [stride, lines] }))).toBeUndefined();
});

test("a group's head spans its columns, and the single columns keep their order", () => {
  const grouped = dataTable({ ...table, columns: [stride, { group: "One request", columns: [lines, sectors] }] });
  expect(groupHeads(grouped)).toEqual([
    { text: "", span: 1 },
    { text: "One request", span: 2 },
  ]);
  expect(singleColumns(grouped).map(({ head }) => head)).toEqual(["Stride", "lines", "sectors"]);
});

test("the first column names the rows, unless another one does", () => {
  const rowHeads = (columns: Parameters<typeof singleColumns>[0]["columns"]) =>
    singleColumns({ columns }).map(({ rowHead = false }) => rowHead);
  const plain = { head: "", cell: () => "" };
  expect(rowHeads([plain, plain])).toEqual([true, false]);
  expect(rowHeads([plain, { ...plain, rowHead: true }])).toEqual([false, true]);
});

test.each<[Cell, ReturnType<typeof piecesOf>]>([
  [8, [{ text: "8", set: "plain" }]],
  [[{ code: "ptr + 1" }], [{ text: "ptr + 1", set: "code" }]],
  [
    ["4 ", { soft: "ideal 2" }],
    [
      { text: "4 ", set: "plain" },
      { text: "ideal 2", set: "soft" },
    ],
  ],
])("the pieces of %j", (cell, pieces) => expect(piecesOf(cell)).toEqual(pieces));
