import { expect, test } from "vitest";
import { bodyLine, startOfLine, wordAt } from "./clicked-place.ts";

test.each([
  ["|read(thread)", "[read](thread)"],
  ["re|ad(thread)", "[read](thread)"],
  ["read|(thread)", "[read](thread)"],
  ["a  |  b", "a  []  b"],
  ["2 * größe_2|;", "2 * [größe_2];"],
])("a double click at %s chooses %s", (text, chosen) => {
  const code = text.replace("|", "");
  const { start, end } = wordAt(code, text.indexOf("|"));
  expect(`${code.slice(0, start)}[${code.slice(start, end)}]${code.slice(end)}`).toBe(chosen);
});

test.each([
  ["in the function", "// {\nexport function read() {\n  return 1;\n}", 2],
  ["at the start of an expression's text", "export const read = (t: Thread) => 1;", 0],
  ["at the start where the function is empty to the end", "export function read() {", 0],
  ["in a kernel", "/* {\n */\n__global__ void k(int* a) {\n  a[0] = 1;\n}", 3],
])("one begins to write %s", (_, text, line) => {
  expect(bodyLine(text)).toBe(line);
});

test.each([
  [0, 0],
  [1, 6],
  [2, 12],
])("the text of line %i begins at %i", (line, offset) => {
  expect(startOfLine("one\n  two\n  ", line)).toBe(offset);
});
