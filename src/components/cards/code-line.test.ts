import { expect, test } from "vitest";
import { codeLines, wrongLineName } from "./code-line.ts";

test("a string is a line without a reason", () => {
  const wrong = { code: "b", wrong: true, why: "It is b." };
  expect(codeLines(["a", wrong])).toEqual([{ code: "a" }, wrong]);
});

test("a card without a wrong line is refused", () => expect(() => codeLines(["a"])).toThrow("no line"));

test("a wrong line without a reason is refused", () => expect(() => codeLines([{ code: "  b;", wrong: true }])).toThrow("wrong: b;"));

test.each([
  [[{ code: "a" }, { code: "b", wrong: true }], "Line 2"],
  [[{ code: "a", wrong: true }, { code: "b" }, { code: "c", wrong: true }], "Lines 1 and 3"],
])("the wrong lines are named", (lines, name) => expect(wrongLineName(lines)).toBe(name));
