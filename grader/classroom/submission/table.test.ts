import { expect, test } from "vitest";
import { InputError } from "../assignment/input-error.ts";
import { readTable } from "./table.ts";

test.each([
  ["commas", 'Id,Name\nada,"Lovelace, Ada"\n'],
  ["semicolons", 'Id;Name\nada;"Lovelace, Ada"\n'],
  ["tabs", 'Id\tName\nada\t"Lovelace, Ada"\n'],
  ["a byte order mark, and rows without anything in them", '\uFEFFId;Name\r\n;\r\n\r\nada;"Lovelace, Ada"\r\n;;\r\n'],
])("a table with %s", (_, text) => {
  const { columns, rows } = readTable(text, "t.csv");
  expect([columns, rows.map(({ record }) => record)]).toEqual([["Id", "Name"], [{ id: "ada", name: "Lovelace, Ada" }]]);
});

test("a semicolon in the name of a column separates nothing, as in Canvas' titles of assignments", () => {
  const { columns } = readTable('Student,ID,Week 1; at home (12),"Week 2; 3; 4; 5 (13)"\nAda,1,,\n', "t.csv");
  expect(columns).toEqual(["Student", "ID", "Week 1; at home (12)", "Week 2; 3; 4; 5 (13)"]);
});

test("a line with too many cells is a mistake in a format of ours, and accepted in a system's", () => {
  const text = "student,comment\nada,well done, but late\n";
  expect(() => readTable(text, "a.csv", "it has two columns")).toThrow(InputError);
  expect(readTable(text, "a.csv").rows).toEqual([{ record: { student: "ada", comment: "well done" }, line: 2 }]);
});
